import { findTakenNights } from "../../../domain/calendar/taken-nights.server.ts";
import { type AbsentListing, listAbsent } from "../../../domain/listings/hidden-listings.server.ts";
import type { ListingSummary, StayOffer } from "../../../domain/listings/listing.ts";
import { listById } from "../../../domain/listings/listings.server.ts";
import { offerStay } from "../../../domain/listings/offers/stay-offers.server.ts";
import { idOf } from "../../../domain/listings/saved/saved-listings.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { readSavedInquiry } from "./saved-inquiry.ts";

/** The most that a browser saves. */
const maxListings = 100;

/** Each takes queries of its own; ads saved for more stays are shown without an offer. */
const maxStays = 12;

export interface SavedListings {
  /** Each listing comes with an offer for the dates it was saved with. */
  listings: ListingSummary[];
  absent: AbsentListing[];
}

/** Lists what a browser saved, given by its entries, the newest first. */
export async function listSaved(
  db: Db,
  entries: readonly string[],
  day: string,
): Promise<SavedListings> {
  const known = entries.filter((entry) => isUuid(idOf(entry))).slice(0, maxListings);
  const ids = [...new Set(known.map(idOf))];
  const [listings, absent] = await Promise.all([listById(db, ids), listAbsent(db, ids)]);
  const offerOf = await offerStays(db, known, day);
  return { listings: listings.map((one) => ({ ...one, offer: offerOf(one) })), absent };
}

async function offerStays(
  db: Db,
  entries: readonly string[],
  day: string,
): Promise<(listing: ListingSummary) => StayOffer | null> {
  const dated = entries.filter((entry) => readSavedInquiry(entry, day).stay);
  const byStay = Map.groupBy(dated, (entry) => entry.split(",").slice(1, 3).join());
  const offers = new Map<string, (listing: ListingSummary) => StayOffer>();
  for (const [first = "", ...others] of [...byStay.values()].slice(0, maxStays)) {
    const { stay } = readSavedInquiry(first, day);
    if (!stay) continue;
    const ids = [first, ...others].map(idOf);
    const takenAt = await findTakenNights(db, ids, stay);
    const offerOf = await offerStay(db, { stay, ids, day, takenAt });
    for (const id of ids) offers.set(id, offerOf);
  }
  return (listing) => offers.get(listing.id)?.(listing) ?? null;
}
