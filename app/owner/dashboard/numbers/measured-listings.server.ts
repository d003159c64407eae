import type { Db } from "../../../db/client.server.ts";
import { listOwnListings, type OwnListingSummary } from "../../../listings/listings.server.ts";
import { listVisitNumbers } from "../../../visits/visit-numbers.server.ts";
import type { VisitNumbers } from "../../../visits/visit-numbers.ts";

export interface MeasuredListing extends OwnListingSummary {
  numbers: VisitNumbers;
}

export async function listMeasuredListings(
  db: Db,
  uid: string,
  today: string,
): Promise<MeasuredListing[]> {
  const listings = await listOwnListings(db, uid);
  const ids = listings.map(({ id }) => id);
  const numbers = await listVisitNumbers(db, ids, today);
  return listings.flatMap((listing) => {
    const own = numbers.get(listing.id);
    return own ? [{ ...listing, numbers: own }] : [];
  });
}
