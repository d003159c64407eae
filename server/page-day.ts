import { today } from "../app/calendar/civil-date.ts";

let day = { text: "", until: 0 };

/** The region's civil date, on which calendars depend; cheap enough to ask on every request. */
export function pageDay(now: number): string {
  // Midnight falls on a whole minute.
  if (now >= day.until) {
    day = { text: today(new Date(now)), until: (Math.floor(now / 60_000) + 1) * 60_000 };
  }
  return day.text;
}
