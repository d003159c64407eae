import { addDays } from "../calendar/civil-date.ts";
import { addMonths, monthOf } from "../calendar/month.ts";
import { isFree, monthsAhead, nearbyStays, nightCount, type Stay } from "../calendar/stays.ts";
import type { Listing } from "../listings/listing.ts";
import { findMinimum } from "../prices/seasons.ts";

/** Days to look, either way. */
const farthest = 60;

/**
 * Finds the nearest free stays before and after one that isn't available, earlier first; both on
 * the same side if the other has none. They last as long as the one asked for, or the owner's
 * minimum.
 */
export function findNearbyFreeStays(
  asked: Stay,
  { unavailableDays, seasons }: Pick<Listing, "unavailableDays" | "seasons">,
  day: string,
): Stay[] {
  const taken = new Set(unavailableDays);
  const shortest = (stay: Stay) => findMinimum(stay, seasons)?.nights ?? 1;
  const nights = Math.max(nightCount(asked), shortest(asked));
  const longer = { checkIn: asked.checkIn, checkOut: addDays(asked.checkIn, nights) };
  const lastMonth = addMonths(monthOf(day), monthsAhead);
  const free = [longer, ...nearbyStays(longer, day, farthest)].filter(
    (stay) =>
      monthOf(stay.checkOut) <= lastMonth && isFree(stay, taken) && shortest(stay) <= nights,
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
