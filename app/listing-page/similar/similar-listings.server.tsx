import { and, desc, eq, ne } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { today } from "../../calendar/civil-date.ts";
import type { Db } from "../../db/client.server.ts";
import { posts } from "../../db/schema.ts";
import { keepMarkup } from "../../delivery/keep-markup.server.ts";
import type { Inquiry } from "../../listings/inquiry.ts";
import type { Likeness } from "../../listings/likeness.ts";
import { allListingsTag, listingTag } from "../../listings/listing-tags.ts";
import { listById } from "../../listings/listings.server.ts";
import { findStaleAges } from "../../listings/offers/stay-offers.server.ts";
import { atLocation } from "../../region/locations.ts";
import { findSimilar } from "../../search/search.server.ts";
import { siteContext } from "../../site/site.server.ts";
import { isPublic } from "../../visibility/visibility.server.ts";
import { moreAddress } from "./more-address.ts";
import styles from "./small-listings.module.css";
import { type SmallListing, SmallListings } from "./small-listings.tsx";

const maxSimilar = 3;

/** How old the index may be for a page without dates, in ms: catching up with the database takes a query. */
const maxAge = 60_000;

/**
 * Renders similar listings; empty if there are none. A cached page depends only on those shown:
 * more similar newer ones appear within half a day.
 */
export async function renderSimilar(
  context: Readonly<RouterContextProvider>,
  to: Likeness,
  inquiry: Inquiry,
  shown: readonly { id: string }[] = [],
): Promise<string> {
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
  if (listings.length === 0) return "";
  const day = today();
  const staleAges = inquiry.stay && (await findStaleAges(db, ids, day));
  return renderSection({
    listings: listings.map(({ photos: [photo = null], ...one }) => ({
      ...one,
      photo,
      hasStaleCalendar: staleAges?.has(one.id) ?? false,
    })),
    inquiry,
    today: day,
    location: to.localizacao,
  });
}

interface SimilarListingsProps {
  listings: readonly SmallListing[];
  inquiry: Inquiry;
  today: string;
  location: string;
}

/** A section takes about 6 kB. */
const renderSection = keepMarkup(SimilarListings, 300);

function SimilarListings({ location, ...props }: SimilarListingsProps) {
  return (
    <SmallListings {...props} id="parecidos" title="Parecidos com este">
      <p>
        <a className={`link ${styles.more}`} href={moreAddress(location, props.inquiry)}>
          Todas as casas {atLocation(location)}
        </a>
      </p>
    </SmallListings>
  );
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
