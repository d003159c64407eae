import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addManyListings } from "../../testing/many-listings.ts";
import { openTestSite } from "../../testing/site.ts";
import { noFilters } from "./filters.ts";
import { searchListings } from "./search.server.ts";

test("every price limit returns exactly the listings up to it, in pages without gaps or repeats", async () => {
  const site = await openTestSite();
  await addManyListings(site, 300);
  for (const q of [0, 1, 50, 55, 203, 204, 99_999]) {
    for (const localizacao of [null, "Turvo"]) {
      const expected = await site.db.execute(sql`
        select title from posts where "valorDiaria"::numeric <= ${q}
        and (${localizacao}::text is null or localizacao = ${localizacao})
        order by "createdAt" desc, id desc`);
      const titles: string[] = [];
      let after: string | null = null;
      do {
        const page = await searchListings(site.db, { ...noFilters, q, localizacao }, { after });
        titles.push(...page.listings.map((listing) => listing.title));
        after = page.next;
      } while (after);
      expect(titles, `${q} ${localizacao}`).toEqual(expected.rows.map(({ title }) => title));
    }
  }
});

test("an ad that is being deleted neither shows in a search nor ends its list early", async () => {
  const site = await openTestSite();
  await addManyListings(site, 40);
  await site.db.execute(sql`
    insert into deleted_posts (id, localizacao)
    select id, localizacao from posts order by "createdAt" desc, id desc offset 3 limit 2`);
  const standing = await site.db.execute(sql`
    select title from posts where "valorDiaria"::numeric <= 99999
    and not exists (select 1 from deleted_posts where deleted_posts.id = posts.id)
    order by "createdAt" desc, id desc`);

  const titles: string[] = [];
  let after: string | null = null;
  do {
    const filters = { ...noFilters, q: 99_999 };
    const page = await searchListings(site.db, filters, { after });
    titles.push(...page.listings.map((listing) => listing.title));
    after = page.next;
  } while (after);
  expect(titles).toEqual(standing.rows.map(({ title }) => title));
  expect(titles.length).toBeGreaterThan(30);
});

test("with pets, only listings that accept them are found", async () => {
  const site = await openTestSite();
  await addManyListings(site, 40);
  await site.db.execute(
    sql`update posts set "aceitaPets" = true where title in ('Rancho 7', 'Rancho 19')`,
  );
  const { listings, next } = await searchListings(site.db, { ...noFilters, pets: true });
  expect(listings.map(({ title, aceitaPets }) => [title, aceitaPets])).toEqual([
    ["Rancho 19", true],
    ["Rancho 7", true],
  ]);
  expect(next).toBeNull();
  const cheap = await searchListings(site.db, { ...noFilters, pets: true, q: 50 });
  expect(cheap.listings.map(({ title }) => title)).toEqual(["Rancho 19"]);
});
