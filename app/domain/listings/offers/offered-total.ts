import type { StayOffer } from "../listing.ts";

/** Total in cents; null if there is no price, and for a stay that the advertiser doesn't accept. */
export function shownTotal(offer: StayOffer | null | undefined): number | null {
  return offer && !offer.brokenRule ? offer.estimate : null;
}

/** Total in cents to repeat to the advertiser; null where they would ask more on a holiday. */
export function quotedTotal(offer: StayOffer | null | undefined): number | null {
  return offer?.unpricedHoliday ? null : shownTotal(offer);
}
