import { randomUUID } from "node:crypto";
import pg from "pg";

interface ClonedDatabase {
  /** Address for the tables' owner. */
  url: string;
  drop: () => Promise<void>;
}

/** Copies a database of the tests' server to which nobody is connected. */
export async function cloneDatabase(templateUrl: string): Promise<ClonedDatabase> {
  const url = new URL(templateUrl);
  const template = url.pathname.slice(1);
  const name = `teste_${randomUUID().replaceAll("-", "")}`;
  url.pathname = `/${name}`;
  // Copying files is much faster than logging every page, as nothing waits for the disk here.
  await onServerOf(url, `create database ${name} template ${template} strategy file_copy`);
  return { url: url.href, drop: () => onServerOf(url, `drop database ${name} with (force)`) };
}

async function onServerOf(database: URL, text: string): Promise<void> {
  const url = new URL(database);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(text);
  await client.end();
}
