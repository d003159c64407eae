import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { expect, onTestFinished, test } from "vitest";
import { addManyListings } from "../../../testing/many-listings.ts";
import { createUser, openTestSite } from "../../../testing/site.ts";
import { listListings, listOwnListings } from "../../domain/listings/listings.server.ts";
import { type Filters, noFilters } from "../../domain/search/filters.ts";
import { prepareSearch, searchListings } from "../../domain/search/search.server.ts";
import { longRunningTimeouts, openDatabase } from "../../platform/db/client.server.ts";

/** Pages of 8 kB that one query may touch; the table of 100,000 listings has 2,000. */
const maxPages = 600;

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
  timeout: 600_000,
}, async () => {
  const site = await openTestSite();
  // A site's own patience is short; a hundred thousand rows may take longer.
  const { db: patient, close } = openDatabase(
    site.databaseUrl,
    () => undefined,
    longRunningTimeouts,
  );
  onTestFinished(close);
  const uid = await addManyListings({ db: patient }, 100_000);
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
    insert into unavailable_days ("postId", day) select id, '2027-03-01' from posts limit 20000`);
  await patient.execute(sql`
    insert into feeds ("postId", nome, endereco)
    select id, 'Airbnb', 'https://a.example/' || id from posts limit 20000`);
  await patient.execute(sql`
    insert into deleted_posts (id, localizacao)
    select gen_random_uuid(), 'Turvo' from generate_series(1, 5000)`);
  await patient.execute(
    sql`vacuum analyze posts, users, photos, seasons, unavailable_days, feeds, deleted_posts, listing_changes`,
  );

  const { $client: pool } = patient;
  let queries: [string, unknown[]][] = [];
  const logger = { logQuery: (text: string, params: unknown[]) => queries.push([text, params]) };
  const db = drizzle({ client: pool, logger });
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
      expect(read, name).toBeLessThan(maxPages);
    }
  }
});
