import { sql } from "drizzle-orm";
import type { Transaction } from "../db/client.server.ts";

/**
 * Takes the turn for a letter that says what happened since the last one: true at most once in so
 * many seconds. The turn is a row among the rate limits; a second site waits for the first one's
 * transaction.
 */
export async function takeLetterTurn(
  tx: Transaction,
  letter: string,
  seconds: number,
): Promise<boolean> {
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
  const { rowCount } = await tx.execute(sql`
    insert into rate_limits (key, points, expire)
    values (${letter}, 1, ${now} + ${seconds * 1000}::bigint)
    on conflict (key) do update set expire = excluded.expire where rate_limits.expire <= ${now}`);
  return rowCount === 1;
}
