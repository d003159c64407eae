import pg from "pg";
import type { TestedSite } from "./prepared-site.ts";

/** Asks a site's database, as the tables' owner. */
export async function queryTables<Row extends pg.QueryResultRow>(
  site: TestedSite,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Path of a sample ad with ten photos, taken nights and WhatsApp, which is free in three months. */
export async function findSampleAd(site: TestedSite): Promise<string> {
  const [ad] = await queryTables<{ id: string }>(
    site,
    "select id from posts where title = 'Casa Mirante das Escarpas'",
  );
  if (!ad) throw new Error("the samples have no such ad");
  return `/posts/${ad.id}`;
}
