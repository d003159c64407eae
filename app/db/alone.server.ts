import type { Db } from "./client.server.ts";

/**
 * Does some work that only one of all sites may do at a time; null where another is at it. Keeps a
 * transaction open meanwhile. The lock is the database's and goes with that transaction, so a killed
 * site holds up nobody, behind a pooler either.
 */
export async function doAlone<Result>(
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
