import { noonOf, today } from "../app/calendar/civil-date.ts";

let current = { text: "", until: 0 };

/**
 * The half of a day that it is in the region, on which calendars depend, and the weekend and the
 * holiday that searches offer until noon; cheap enough to ask on every request.
 */
export function pageHalfDay(now: number): string {
  // Midnight and noon fall on a whole minute.
  if (now >= current.until) {
    const day = today(new Date(now));
    const half = now < noonOf(day).getTime() ? "am" : "pm";
    current = { text: `${day} ${half}`, until: (Math.floor(now / 60_000) + 1) * 60_000 };
  }
  return current.text;
}
