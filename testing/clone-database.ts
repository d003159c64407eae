import { randomUUID } from "node:crypto";
import pg from "pg";

/**
 * Copies a database of the tests' server to which nobody is connected, and returns the address for the tables' owner.
 * The copy stays until the run ends: dropping hundreds of files makes creating the next ones slow.
 */
export async function cloneDatabase(templateUrl: string): Promise<string> {
  const url = new URL(templateUrl);
  const template = url.pathname.slice(1);
  const name = `teste_${randomUUID().replaceAll("-", "")}`;
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  // Copying files is much faster than logging every page, as nothing waits for the disk here.
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}
