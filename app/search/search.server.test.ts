import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { expect, onTestFinished, test } from "vitest";
import { createUser, openTestSite, type TestSite } from "../../testing/site.ts";
import { endlessPatience, openDatabase, schema } from "../db/client.server.ts";
import { listListings, listOwnListings } from "../listings/listings.server.ts";
import { type Filters, noFilters } from "./filters.ts";
import { searchListings } from "./search.server.ts";

/** Cheap ones are rare and old, as after years of rising prices: the hardest for newest first. */
const priceOfNth = sql`case
  when n % 50 = 0 then null
  when n <= 5 then '1'
  when n % 7 = 0 then (200 + n / 40)::text || '.50'
  else (50 + n / 40)::text
end`;

async function fill(site: Pick<TestSite, "db">, count: number): Promise<string> {
  const { uid } = await createUser(site);
  await site.db.execute(sql`
    insert into posts (uid, title, body, "valorFds", "valorDiaria", telefone, localizacao, "createdBy", "createdAt")
    select ${uid}, 'Rancho ' || n, 'Na beira.', '100', ${priceOfNth}, '37900010264',
      (array['Turvo', 'Dique', 'Funil', 'Piumhi', 'Escarpas do Lago'])[1 + n % 5], 'Maria',
      -- Now and then several of one instant, told apart by their ids.
      timestamptz '2026-01-01' + (n - n % 3) * interval '1 second'
    from generate_series(1, ${count}) n`);
  return uid;
}

/** Pages of 8 kB one query may touch; the table of 100,000 has 2,000. R$ 99.998 takes the most. */
const mostPages = 600;

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
}

function nodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)];
}

/** Does something with the site's database, and gives the plans of the queries it made. */
async function plansOf<T>(
  site: TestSite,
  work: (db: TestSite["db"]) => Promise<T>,
): Promise<{ result: T; plans: Plan[] }> {
  const { $client: pool } = site.db;
  const queries: [string, unknown[]][] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => queries.push([text, params]) };
  const result = await work(drizzle({ client: pool, schema, logger }));
  const plans: Plan[] = [];
  for (const [text, params] of queries) {
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, params);
    plans.push(rows[0]["QUERY PLAN"][0].Plan);
  }
  return { result, plans };
}

test("among 100,000 listings every search reads a few pages of an index, never the table", async () => {
  const site = await openTestSite();
  // A site's own patience is short; a hundred thousand rows may take longer.
  const { db, close } = openDatabase(site.databaseUrl, () => undefined, endlessPatience);
  onTestFinished(close);
  const uid = await fill({ db }, 100_000);
  const other = await createUser(site);
  await db.execute(sql`
    update posts set uid = ${other.uid} where id in (select id from posts limit 20)`);
  await db.execute(sql`
    insert into users ("displayName", email)
    select 'Maria', n || '@example.com' from generate_series(1, 20000) n`);
  await db.execute(sql`
    insert into photos (id, uid, "postId", position, key, width, height, widths, color)
    select gen_random_uuid(), ${uid}, id, 0, id::text, 1600, 1200, '{400,800,1600}', '#336677'
    from posts limit 20000`);
  await db.execute(sql`
    insert into deleted_posts (id, localizacao)
    select gen_random_uuid(), 'Turvo' from generate_series(1, 5000)`);
  await db.execute(sql`vacuum analyze posts, users, photos, deleted_posts`);
  const { rows } = await site.db.execute<{ cursor: string }>(sql`
    select (extract(epoch from "createdAt") * 1000000)::bigint || '.' || id as cursor
    from posts order by "createdAt" offset 5000 limit 1`);
  const deep = rows[0]?.cursor ?? "";

  const filters: Filters[] = [null, 0, 1, 60, 300, 2549, 99_998, 99_999].flatMap((q) =>
    [null, "Turvo", "Guapé"].map((localizacao) => ({ ...noFilters, q, localizacao })),
  );
  filters.push({ ...noFilters, pets: true });
  const searches = filters.flatMap((filter) => [null, deep].map((after) => ({ filter, after })));
  const works: [string, (db: TestSite["db"]) => Promise<unknown>][] = [
    ["home", (db) => listListings(db)],
    ["dashboard", (db) => listOwnListings(db, other.uid)],
    ...searches.map(({ filter, after }): (typeof works)[number] => [
      JSON.stringify({ ...filter, after }),
      (db) => searchListings(db, filter, { after }),
    ]),
  ];
  for (const [name, work] of works) {
    const { plans } = await plansOf(site, work);
    expect(plans.length, name).toBeGreaterThan(0);
    for (const plan of plans) {
      const scans = nodes(plan).filter((node) => node["Node Type"] === "Seq Scan");
      expect(
        scans.map((node) => node["Relation Name"]),
        name,
      ).toEqual([]);
      const read = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
      expect(read, name).toBeLessThan(mostPages);
    }
  }
});

test("every price limit gives exactly the listings up to it, in pages without a gap or a repeat", async () => {
  const site = await openTestSite();
  await fill(site, 300);
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
  await fill(site, 40);
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
  await fill(site, 40);
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
