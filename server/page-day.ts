import { today } from "../app/calendar/civil-date.ts";

let day = { text: "", until: 0 };

/** The region's civil date; cheap enough for every request. */
export function pageDay(now: number): string {
  // Midnight is always on a full minute.
  if (now >= day.until) {
    day = { text: today(new Date(now)), until: (Math.floor(now / 60_000) + 1) * 60_000 };
  }
  return day.text;
}
