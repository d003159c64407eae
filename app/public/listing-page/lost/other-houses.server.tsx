import { renderToStaticMarkup } from "react-dom/server";
import type { RouterContextProvider } from "react-router";
import type { Inquiry } from "../../../domain/listings/inquiry.ts";
import { listingTag } from "../../../domain/listings/listing-tags.ts";
import type { Absence } from "../../../domain/listings/missing/absence.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { type SmallListing, SmallListings } from "../similar/small-listings.tsx";
import { listOtherListings } from "../static/trust-signals.server.ts";

interface GoneListing {
  id: string;
  uid: string | null;
  absence: Absence;
}

/**
 * Lists the public houses of a gone listing's advertiser, whom its page named, too. None if the staff
 * took it down: nobody should be sent on to that advertiser.
 */
export async function listOtherHouses(
  context: Readonly<RouterContextProvider>,
  { id, uid, absence }: GoneListing,
): Promise<SmallListing[]> {
  if (uid === null || absence === "withdrawn") return [];
  const { db, dependOn } = context.get(siteContext);
  const others = await listOtherListings(db, uid, id);
  dependOn(others.map((other) => listingTag(other.id)));
  return others;
}

/**
 * Returns "" if there are none. Links keep the guest's dates, but nothing says the houses are free: that wasn't
 * checked.
 */
export function renderOtherHouses(others: readonly SmallListing[], inquiry: Inquiry): string {
  if (others.length === 0) return "";
  return renderToStaticMarkup(
    <SmallListings
      id="mesmo-anunciante"
      title="Do mesmo anunciante"
      listings={others}
      inquiry={inquiry}
    />,
  );
}
