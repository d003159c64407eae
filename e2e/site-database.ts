import pg from "pg";
import type { TestedSite } from "./prepared-site.ts";

/** Runs a statement as the tables' owner, who may do what the site itself may not. */
export async function query<Row extends pg.QueryResultRow>(
  site: TestedSite,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
