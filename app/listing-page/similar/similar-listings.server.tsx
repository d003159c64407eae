import { and, desc, eq, ne } from "drizzle-orm";
import { renderToStaticMarkup } from "react-dom/server";
import type { RouterContextProvider } from "react-router";
import { today } from "../../calendar/civil-date.ts";
import type { Db } from "../../db/client.server.ts";
import { posts } from "../../db/schema.ts";
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
import { SmallListings } from "./small-listings.tsx";

/** Listings on a page, in two rows of two. */
const maxSimilar = 4;

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
  const found = await findSimilar(db, to, inquiry, limit);
  const ids = (found ?? (inquiry.stay ? [] : await listNewestAt(db, to, limit)))
    .filter((id) => shown.every((other) => other.id !== id))
    .slice(0, maxSimilar);
  dependOn(found ? ids.map(listingTag) : [allListingsTag]);
  const listings = await listById(db, ids);
  if (listings.length === 0) return "";
  const staleAges = inquiry.stay && (await findStaleAges(db, ids, today()));
  return renderToStaticMarkup(
    <SmallListings
      id="parecidos"
      title="Parecidos com este"
      listings={listings.map((one) => ({
        ...one,
        photo: one.photos[0] ?? null,
        hasStaleCalendar: staleAges?.has(one.id) ?? false,
      }))}
      inquiry={inquiry}
    >
      <p>
        <a className={`link ${styles.more}`} href={moreAddress(to.localizacao, inquiry)}>
          Todas as casas {atLocation(to.localizacao)}
        </a>
      </p>
    </SmallListings>,
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
