import { noonOf, today } from "../app/calendar/civil-date.ts";

let current = { text: "", until: 0 };

// Calendars change at midnight; the weekend and the holiday offered change at noon.
export function pageHalfDay(now: number): string {
  // Midnight and noon fall on a whole minute.
  if (now >= current.until) {
    const day = today(new Date(now));
    const half = now < noonOf(day).getTime() ? "am" : "pm";
    current = { text: `${day} ${half}`, until: (Math.floor(now / 60_000) + 1) * 60_000 };
  }
  return current.text;
}
