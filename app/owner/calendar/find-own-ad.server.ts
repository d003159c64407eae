import { and, eq } from "drizzle-orm";
import { listFeedNights, listMarkedNights } from "../../domain/calendar/taken-nights.server.ts";
import type { OwnAd } from "../../domain/listings/listing.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { posts } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";

/** Returns only for its owner, from the civil date `day` on, what the bar on an ad says; null for everyone else. */
export async function findOwnAd(
  db: Db,
  uid: string,
  id: string,
  day: string,
): Promise<OwnAd | null> {
  if (!isUuid(id)) return null;
  const [[ad], marked, feedNights] = await Promise.all([
    db
      .select({ pausedBy: posts.pausedBy })
      .from(posts)
      .where(and(eq(posts.id, id), eq(posts.uid, uid))),
    listMarkedNights(db, id, day),
    listFeedNights(db, id, day),
  ]);
  return ad ? { uid, marked, feedNights, pausedBy: ad.pausedBy } : null;
}
