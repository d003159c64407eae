import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { cloneDatabase } from "./clone-database.ts";

/** Registers a cleanup for the end of a test or file; cleanups run last in, first out. */
export type OnDone = (cleanup: () => Promise<void>) => void;

const inUse = new Map<string, pg.Client>();

/** A connection to a test database as its owner, which other tests use as well. */
export function clientOf(url: string): pg.Client {
  const client = inUse.get(url);
  if (!client) throw new Error("not a database that a test is using");
  return client;
}

/** Returns the URL of a migrated, empty database, which belongs to the test until it ends. */
export async function createTestDatabase(onDone: OnDone = onTestFinished): Promise<string> {
  const url = await cloneDatabase(inject("templateUrl"));
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  inUse.set(url, client);
  onDone(async () => {
    inUse.delete(url);
    await client.end();
  });
  return url;
}
