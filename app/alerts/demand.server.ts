import { and, eq, sql } from "drizzle-orm";
import { alerts } from "../db/alert-schema.ts";
import type { Db, Transaction } from "../db/client.server.ts";
import { posts } from "../db/schema.ts";
import { readIndexed } from "../search/index/live-index.server.ts";
import { isPublic } from "../visibility/visibility.server.ts";
import { countHits, matcherOf } from "./alert-matches.server.ts";
import { all, isWithin, needsEstimate, nightRanges, overlaps, suits } from "./matching.server.ts";

/** Listings of an advertiser looked at for the dashboard; a plan has fewer. */
const maxListings = 40;

/**
 * Counts the people who wait for dates that are taken, at a listing that would otherwise suit them. One who
 * waits for several listings counts once.
 */
export async function countWaiting(
  db: Db,
  owned: { uid: string; postId?: string },
): Promise<number> {
  const { uid, postId } = owned;
  const own = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.uid, uid), postId ? eq(posts.id, postId) : undefined, isPublic))
    .limit(maxListings);
  const listings = await readIndexed(
    db,
    own.map(({ id }) => id),
  );
  const people = new Set<string>();
  for (const listing of listings.filter(({ taken }) => taken.length > 0)) {
    const waits = [suits(listing), overlaps(nightRanges(listing.taken))];
    const plain = await db
      .selectDistinct({ email: alerts.email })
      .from(alerts)
      .where(all([...waits, sql`not ${needsEstimate(listing)}`, isWithin(listing)]));
    const estimated = await db
      .select()
      .from(alerts)
      .where(all([...waits, needsEstimate(listing)]));
    const wouldSuit = matcherOf({ ...listing, taken: [] });
    for (const { email } of [...plain, ...estimated.filter(wouldSuit)]) people.add(email);
  }
  return people.size;
}

/** Counts the people whom tomorrow's letters tell that these nights of a listing are free. */
export async function countToldOf(
  tx: Transaction,
  postId: string,
  nights: readonly string[],
): Promise<number> {
  if (nights.length === 0) return 0;
  const [listing] = await readIndexed(tx, [postId]);
  if (!listing) return 0;
  const freed = `{${nights.map((night) => `[${night},${night}]`).join(",")}}`;
  return countHits(tx, listing, { published: false, freed, before: null });
}
