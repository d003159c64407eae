import type { FeedRefusal } from "../app/domain/feeds/feed-problems.ts";
import { type FeedNights, readNights } from "../app/domain/feeds/reading/read-nights.server.ts";

export const today = "2026-11-21";
export const listingId = "8f3c2a10-5b7e-4d1f-9c44-1d2e3f4a5b6c";

/**
 * Returns the nights, such as "2026-12-11/2026-12-13", with check-out days as ends, or the reason
 * of a refusal.
 */
export function outcomeOf(reading: FeedNights | FeedRefusal): string {
  if (!reading.ok) return reading.reason;
  const { events, free, unreadable } = reading.counts;
  const nights = reading.nights.map(({ from, to }) => `${from}/${to}`).join(" ");
  return [
    nights || "no nights",
    ...(free > 0 ? [`${free} of ${events} free`] : []),
    ...(unreadable > 0 ? [`${unreadable} of ${events + unreadable} unreadable`] : []),
  ].join(", ");
}

export function read(feed: string | Uint8Array, day = today) {
  const bytes = typeof feed === "string" ? Buffer.from(feed) : feed;
  return readNights(bytes, { today: day, listingId });
}

export function calendar(...components: string[]): string {
  return `${["BEGIN:VCALENDAR", "VERSION:2.0", ...components, "END:VCALENDAR"].join("\r\n")}\r\n`;
}

export function event(...lines: string[]): string {
  return ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
}
