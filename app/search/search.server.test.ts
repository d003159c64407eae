import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { expect, onTestFinished, test } from "vitest";
import { createUser, openTestSite, type TestSite } from "../../testing/site.ts";
import { endlessPatience, openDatabase, schema } from "../db/client.server.ts";
import { listListings, listOwnListings } from "../listings/listings.server.ts";
import { type Filters, noFilters } from "./filters.ts";
import { prepareSearch, searchListings } from "./search.server.ts";

/** Cheap ones are rare and old, as after years of rising prices, which is hardest for newest first. */
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

/** Pages of 8 kB that one query may touch; the table of 100,000 listings has 2,000. */
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

test("among 100,000 listings every search reads a few pages of an index, never the table", {
  timeout: 120_000,
}, async () => {
  const site = await openTestSite();
  // A site's own patience is short; a hundred thousand rows may take longer.
  const { db: patient, close } = openDatabase(site.databaseUrl, () => undefined, endlessPatience);
  onTestFinished(close);
  const uid = await fill({ db: patient }, 100_000);
  const other = await createUser(site);
  await patient.execute(sql`
    update posts set uid = ${other.uid} where id in (select id from posts limit 20)`);
  await patient.execute(sql`
    insert into users ("displayName", email)
    select 'Maria', n || '@example.com' from generate_series(1, 20000) n`);
  await patient.execute(sql`
    insert into photos (id, uid, "postId", position, key, width, height, widths, color)
    select gen_random_uuid(), ${uid}, id, 0, id::text, 1600, 1200, '{400,800,1600}', '#336677'
    from posts limit 20000`);
  await patient.execute(sql`
    insert into seasons ("postId", temporada, de, ate, "valorFds", "valorDiaria")
    select id, 'Verão', '2027-01-02', '2027-02-01', '900', '300' from posts limit 20000`);
  await patient.execute(sql`
    insert into deleted_posts (id, localizacao)
    select gen_random_uuid(), 'Turvo' from generate_series(1, 5000)`);
  await patient.execute(
    sql`vacuum analyze posts, users, photos, seasons, deleted_posts, listing_changes`,
  );

  const { $client: pool } = patient;
  let queries: [string, unknown[]][] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => queries.push([text, params]) };
  const db = drizzle({ client: pool, schema, logger });
  await prepareSearch(db);
  const places = [null, "Turvo", "Guapé"];
  const filters: Filters[] = [null, 0, 60, 99_999].flatMap((q) =>
    places.map((localizacao) => ({ ...noFilters, q, localizacao })),
  );
  const stay = { checkIn: "2027-01-08", checkOut: "2027-01-10" };
  filters.push({ ...noFilters, pets: true }, { ...noFilters, stay, ordem: "preco" });
  const works: [string, () => Promise<unknown>][] = [
    ["home", () => listListings(db)],
    ["dashboard", () => listOwnListings(db, other.uid)],
    ...filters.map((filter): (typeof works)[number] => [
      JSON.stringify(filter),
      () => searchListings(db, filter, { day: "2026-11-21" }),
    ]),
  ];
  for (const [name, work] of works) {
    queries = [];
    await work();
    expect(queries.length, name).toBeGreaterThan(0);
    for (const [text, params] of queries) {
      const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, params);
      const plan: Plan = rows[0]["QUERY PLAN"][0].Plan;
      const scans = nodes(plan).filter((node) => node["Node Type"] === "Seq Scan");
      expect(
        scans.map((node) => node["Relation Name"]),
        `${name}: ${text}`,
      ).toEqual([]);
      const read = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
      expect(read, name).toBeLessThan(mostPages);
    }
  }
});

test("every price limit returns exactly the listings up to it, in pages without gaps or repeats", async () => {
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
