import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { posts } from "../db/schema.ts";
import { isUuid } from "../db/uuid.ts";
import type { Refusal } from "../site/refusal.ts";
import { listingNotFound } from "./listing-not-found.ts";
import { isStanding } from "./listings.server.ts";

/**
 * Hides this advertiser's listing from visitors or shows it again. It keeps counting against the
 * quota, and pausing again keeps the date of the first pause.
 */
export async function setPaused(
  db: Db,
  uid: string,
  id: string,
  isPaused: boolean,
): Promise<{ ok: true } | Refusal<"not-found">> {
  if (!isUuid(id)) return listingNotFound;
  const { rowCount } = await db
    .update(posts)
    .set(
      isPaused
        ? { pausedAt: sql`now()`, pausedBy: "owner" }
        : { pausedAt: null, pausedBy: null, pauseReason: null },
    )
    .where(and(eq(posts.id, id), eq(posts.uid, uid), isStanding));
  return rowCount === 1 ? { ok: true } : listingNotFound;
}
