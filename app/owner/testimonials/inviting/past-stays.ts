import { addDays, civilDate, daysFrom } from "../../../domain/calendar/civil-date.ts";
import { rangesOf } from "../../../domain/calendar/day-ranges.ts";
import { maxNights, type Stay } from "../../../domain/calendar/stays.ts";

/** The same day a year before; of a leap day, February 28. Nights are kept as long. */
export function yearBefore(day: string): string {
  const [year = 0, month = 0, number = 0] = day.split("-").map(Number);
  return civilDate(year - 1, month, number) ?? `${year - 1}-02-28`;
}

/**
 * Finds stays that are over in taken nights, which must be ascending; newest first. Stays that follow one
 * another are one run, so these are suggestions.
 */
export function listPastStays(taken: readonly string[], day: string): Stay[] {
  return rangesOf(taken)
    .map(({ first, last }) => ({ checkIn: first, checkOut: addDays(last, 1) }))
    .filter(({ checkIn, checkOut }) => checkOut <= day && daysFrom(checkIn, checkOut) <= maxNights)
    .reverse();
}

export function overlaps(one: Stay, other: Stay): boolean {
  return one.checkIn < other.checkOut && other.checkIn < one.checkOut;
}
