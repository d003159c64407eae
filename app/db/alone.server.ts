import type { Db } from "./client.server.ts";

/**
 * Does some work that only one of all sites may do at a time; null where another is at it. Holds a
 * connection meanwhile. The lock is the database's and goes with that connection, so a killed site
 * holds up nobody.
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
    const taken = await connection.query(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as taken",
      [name],
    );
    if (!taken.rows[0]?.taken) return null;
    try {
      return await work();
    } finally {
      await connection
        .query("select pg_advisory_unlock(hashtextextended($1, 0))", [name])
        .catch(note);
    }
  } finally {
    connection.off("error", note);
    connection.release(broken);
  }
}
