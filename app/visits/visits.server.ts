import { sql } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import type { VisitCount } from "./visit-tally.ts";

/**
 * Adds counts to the daily rows. Those of deleted listings are dropped: the lock waits for a deletion
 * under way and keeps a later one from breaking the foreign key.
 */
export async function addVisits(db: Db, counts: readonly VisitCount[]): Promise<void> {
  if (counts.length === 0) return;
  await db.execute(sql`
    insert into visits ("postId", day, kind, n)
    select counted."postId", counted.day, counted.kind, counted.n
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as counted("postId" uuid, day date, kind text, n integer)
    join posts on posts.id = counted."postId"
    order by 1, 2, 3
    for key share of posts
    on conflict ("postId", day, kind) do update set n = visits.n + excluded.n`);
}
