import { afterAll, beforeAll } from "vitest";
import { type Db, openDatabase } from "../app/platform/db/client.server.ts";
import { siteRoleUrlFrom } from "../app/platform/db/site-role/site-role.server.ts";
import { createTestDatabase } from "./test-database.ts";

interface SharedDatabase {
  url: string;
  /** A connection with the rights of a site. */
  db: Db;
  /** A connection of the tables' owner, who may also break a table. */
  owner: Db;
}

/** Shares a database, which no site serves, among the tests of a file whose rows don't interfere. */
export function shareDatabase(): () => SharedDatabase {
  const cleanups: (() => Promise<void>)[] = [];
  let shared: SharedDatabase | null = null;
  beforeAll(async () => {
    const url = await createTestDatabase((cleanUp) => cleanups.push(cleanUp));
    const open = (address: string) => {
      const { db, close } = openDatabase(address, () => undefined);
      cleanups.push(close);
      return db;
    };
    shared = { url, db: open(siteRoleUrlFrom(url)), owner: open(url) };
  });
  afterAll(async () => {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  });
  return () => {
    if (!shared) throw new Error("the database is open only while tests run");
    return shared;
  };
}
