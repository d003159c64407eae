import { and, desc, eq, ne } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { isPublic } from "../../../domain/accounts/visibility/visibility.server.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import type { Inquiry } from "../../../domain/listings/inquiry.ts";
import type { Likeness } from "../../../domain/listings/listing.ts";
import { allListingsTag, listingTag } from "../../../domain/listings/listing-tags.ts";
import { listById } from "../../../domain/listings/listings.server.ts";
import { findStaleAges } from "../../../domain/listings/offers/stay-offers.server.ts";
import { findSimilar } from "../../../domain/search/search.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import type { SimilarListingsProps } from "./small-listings.tsx";

const maxSimilar = 3;

/** Maximum age of the index for a page without dates, in ms: catching up with the database takes a query. */
const maxAge = 60_000;

/**
 * Finds similar listings, or null. A cached page depends only on the listings it shows: newer ones that are more
 * similar appear within half a day.
 */
export async function findSimilarListings(
  context: Readonly<RouterContextProvider>,
  to: Likeness,
  inquiry: Inquiry,
  shown: readonly { id: string }[] = [],
): Promise<SimilarListingsProps | null> {
  const { db, dependOn } = context.get(siteContext);
  const limit = maxSimilar + shown.length;
  async function find(maxAgeMs: number) {
    const found = await findSimilar(db, to, inquiry, limit, maxAgeMs);
    const ids = (found ?? (inquiry.stay ? [] : await listNewestAt(db, to, limit)))
      .filter((id) => shown.every((other) => other.id !== id))
      .slice(0, maxSimilar);
    return { found, ids, listings: await listById(db, ids) };
  }
  let { found, ids, listings } = await find(inquiry.stay ? 0 : maxAge);
  // One has been paused or deleted since, and others may take its place.
  if (listings.length < ids.length) ({ found, ids, listings } = await find(0));
  dependOn(found ? ids.map(listingTag) : [allListingsTag]);
  if (listings.length === 0) return null;
  const day = today();
  const staleAges = inquiry.stay && (await findStaleAges(db, ids, day));
  return {
    listings: listings.map(({ photos: [photo = null], ...one }) => ({
      ...one,
      photo,
      hasStaleCalendar: staleAges?.has(one.id) ?? false,
    })),
    inquiry,
    today: day,
    location: to.localizacao,
  };
}

async function listNewestAt(
  db: Db,
  { id, localizacao }: Likeness,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.localizacao, localizacao), ne(posts.id, id), isPublic))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(limit);
  return rows.map((row) => row.id);
}
