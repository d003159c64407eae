import type { Db } from "./client.server.ts";

/** Runs work under a lock; null if another process holds it. Works behind a pooler. */
export async function withAdvisoryLock<Result>(
  db: Db,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const connection = await db.$client.connect();
  let broken: Error | undefined;
  const note = (error: Error) => {
    broken = error;
  };
  connection.on("error", note);
  try {
    try {
      await connection.query("begin; set local idle_in_transaction_session_timeout = 0");
      const taken = await connection.query(
        "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken",
        [name],
      );
      return taken.rows[0]?.taken ? await work() : null;
    } finally {
      await connection.query("commit").catch(note);
    }
  } finally {
    connection.off("error", note);
    connection.release(broken);
  }
}
