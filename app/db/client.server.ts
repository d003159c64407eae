import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { createContext } from "react-router";
import * as schema from "./schema.ts";

export type Db = NodePgDatabase<typeof schema>;

/** A transaction, or the database itself: what commands that may be part of a larger one take. */
export type Transaction = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** The database, for loaders and actions. */
export const dbContext = createContext<Db>();

/**
 * Opens a pool on a PostgreSQL 15 or later. Connections are made as they are needed; a broken
 * idle one is reported to `onError` and replaced.
 */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
): { db: Db; close: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Commits are made durable before they are confirmed, whatever the server's own setting.
    options: "-c synchronous_commit=on -c timezone=UTC",
  });
  let closing = false;
  pool.on("error", (error) => {
    // A connection that breaks while the pool is being closed is no news.
    if (!closing) onError(error);
  });
  return {
    db: drizzle({ client: pool, schema }),
    close() {
      closing = true;
      return pool.end();
    },
  };
}

/** Brings the database's tables to the newest form; safe to repeat and to run from several sites. */
export async function migrateDatabase(db: Db, migrationsFolder: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Two sites that start at once would otherwise both create the first table.
    await tx.execute("select pg_advisory_xact_lock(727001)");
    await migrate(db, { migrationsFolder });
  });
}

/** Whether the database answers. */
export async function databaseAnswers(db: Db): Promise<boolean> {
  try {
    await db.execute("select 1");
    return true;
  } catch {
    return false;
  }
}
