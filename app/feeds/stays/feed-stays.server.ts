import { and, asc, eq } from "drizzle-orm";
import { today } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import type { Db } from "../../db/client.server.ts";
import { isUuid } from "../../db/uuid.ts";
import { withOwnListing } from "../../listings/own-listing.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import { replaceStays } from "../rounds/replace-nights.server.ts";
import { coming, type FeedStay, isSameStay, rangesIn, writeSpans } from "./feed-stays.ts";

const stayGone = refuse("gone", "O outro site mudou essas datas. Confira de novo.");

/** Lists the coming stays of a listing's feeds, those that its owner freed among them. */
export async function listFeedStays(db: Db, postId: string, day: string): Promise<FeedStay[]> {
  const rows = await db
    .select({
      feedId: feeds.id,
      source: feeds.nome,
      stays: feeds.stays,
      freed: feeds.freed,
      nights: feeds.nights,
    })
    .from(feeds)
    .where(eq(feeds.postId, postId))
    .orderBy(asc(feeds.createdAt), asc(feeds.id));
  return rows.flatMap(({ feedId, source, stays, freed, nights }) => {
    const free = rangesIn(freed);
    return rangesIn(stays ?? nights).flatMap((stay) => {
      const left = coming(stay, day);
      if (!left) return [];
      const isFreed = free.some((one) => isSameStay(one, stay, day));
      return { ...left, feedId, source, isFreed, isKnown: stays !== null };
    });
  });
}

/**
 * Frees a stay of a feed that its owner says is none, such as one of ours that comes back from another
 * site, or takes the nights again. Lasts until the feed changes the stay.
 */
export async function setStayFreed(
  db: Db,
  uid: string,
  postId: string,
  { feedId, from, to, isFreed }: { feedId: string; from: string; to: string; isFreed: boolean },
): Promise<{ ok: true } | Refusal> {
  const day = today();
  return withOwnListing(db, uid, postId, async (tx) => {
    if (!isUuid(feedId)) return stayGone;
    const which = and(eq(feeds.id, feedId), eq(feeds.postId, postId));
    const [feed] = await tx
      .select({ stays: feeds.stays, freed: feeds.freed })
      .from(feeds)
      .where(which)
      .for("update");
    const stays = rangesIn(feed?.stays ?? "");
    const meant = stays.filter((stay) => isSameStay(stay, { from, to }, day));
    if (!feed || meant.length === 0) return stayGone;
    const others = rangesIn(feed.freed).filter((free) => !isSameStay(free, { from, to }, day));
    const freed = isFreed ? [...others, ...meant] : others;
    await tx
      .update(feeds)
      .set({ ...replaceStays(stays, freed, day), freed: writeSpans(freed) })
      .where(which);
    return { ok: true };
  });
}
