import { openDatabase } from "./client.server.ts";

/** How long the database may take to connect, and to answer, before it counts as away, in ms. */
const patienceMs = 1_000;

/** Tells whether the database answers. */
export interface DatabaseHealth {
  answers: () => Promise<boolean>;
  close: () => Promise<void>;
}

/**
 * Checks a database on a connection of its own, so that a pool whose connections are all in use does
 * not pass for a database that is away. Checks made at the same time share one query.
 */
export function checkDatabase(url: string): DatabaseHealth {
  const limits = { connectMs: patienceMs, statementMs: patienceMs, answerMs: patienceMs };
  const { db, close } = openDatabase(url, () => undefined, limits, 1);
  let asking: Promise<boolean> | null = null;
  async function ask(): Promise<boolean> {
    try {
      await db.execute("select 1");
      return true;
    } catch {
      return false;
    } finally {
      asking = null;
    }
  }
  return {
    answers() {
      asking ??= ask();
      return asking;
    },
    close,
  };
}
