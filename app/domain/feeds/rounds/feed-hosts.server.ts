import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/client.server.ts";

/** Longer than any reading, so a lease only expires if its site died. */
export const readingSeconds = 120;
const lookMs = 200;

/**
 * Runs `work` while nobody else reads from this host; null if that takes longer than `waitMs`. The
 * lease is a rate-limit row: a database lock would occupy a connection while the host responds.
 */
export async function withFeedHost<Result>(
  db: Db,
  host: string,
  waitMs: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const deadline = performance.now() + waitMs;
  const key = `feed-host:${host}`;
  let lease = await take(db, key);
  while (lease === null && performance.now() < deadline) {
    await delay(lookMs);
    lease = await take(db, key);
  }
  if (lease === null) return null;
  try {
    return await work();
  } finally {
    await db.execute(sql`delete from rate_limits where key = ${key} and expire = ${lease}::bigint`);
  }
}

/** Returns when the lease expires (ms since 1970), which also identifies it. */
async function take(db: Db, key: string): Promise<string | null> {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const { rows } = await db.execute<{ expire: string }>(sql`
    insert into rate_limits (key, points, expire)
    values (${key}, 1, ${now} + ${readingSeconds * 1000}::bigint)
    on conflict (key) do update set expire = excluded.expire where rate_limits.expire <= ${now}
    returning expire::text`);
  return rows[0]?.expire ?? null;
}
