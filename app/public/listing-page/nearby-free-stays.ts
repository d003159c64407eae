import { addMonths, monthOf } from "../../domain/calendar/month.ts";
import { isFree, monthsAhead, nearbyStays, type Stay } from "../../domain/calendar/stays.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { findBrokenRule, mendStay } from "../../domain/prices/stay-rules.ts";

/** Days to look, either way. */
const farthest = 60;

/**
 * Finds the nearest free stays before and after one that isn't available, earlier first; both on
 * the same side if the other has none. They last as long as the one asked for, or as long as it takes
 * to keep the owner's rule that it breaks.
 */
export function findNearbyFreeStays(
  asked: Stay,
  listing: Pick<Listing, "unavailableDays" | "seasons" | "minimoNoites" | "fdsInteiro">,
  day: string,
): Stay[] {
  const taken = new Set(listing.unavailableDays);
  const ruleOf = (stay: Stay) => findBrokenRule(stay, listing, listing.seasons);
  const broken = ruleOf(asked);
  const mended = broken ? mendStay(asked, broken) : asked;
  const lastMonth = addMonths(monthOf(day), monthsAhead);
  const free = [mended, ...nearbyStays(mended, day, farthest)].filter(
    (stay) =>
      stay.checkIn >= day &&
      monthOf(stay.checkOut) <= lastMonth &&
      isFree(stay, taken) &&
      ruleOf(stay) === null,
  );
  const before = free.find(({ checkIn }) => checkIn < asked.checkIn);
  const after = free.find(({ checkIn }) => checkIn >= asked.checkIn);
  const one = before ?? after;
  if (!one) return [];
  const other =
    before && after
      ? after
      : free.find(({ checkIn, checkOut }) => checkIn >= one.checkOut || checkOut <= one.checkIn);
  return [one, ...(other ? [other] : [])].sort((a, b) => (a.checkIn < b.checkIn ? -1 : 1));
}
