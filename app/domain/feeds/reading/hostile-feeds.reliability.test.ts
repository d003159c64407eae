import { expect, test } from "vitest";
import { calendar, event, listingId, outcomeOf, today } from "../../../../testing/feed-nights.ts";
import { readFeed, readLimits } from "./read-feed.server.ts";

function repeat(count: number, text: string): string {
  return Array(count).fill(text).join("\r\n");
}

const eleventh = event("DTSTART:20261211");

test.each<[shape: string, outcome: string, write: () => string]>([
  ["5 MB of blank lines", "no nights", () => calendar("\n".repeat(5_000_000))],
  ["5 MB in one line", "notCalendar", () => calendar(event(`DTSTART${";".repeat(4_999_000)}`))],
  ["5 MB of BEGIN", "notCalendar", () => calendar("BEGIN:A\n".repeat(600_000))],
  [
    "5 MB of RDATE",
    "tooLarge",
    () => calendar(event("DTSTART:20261211", `RDATE:${"20261211,".repeat(550_000)}20261211`)),
  ],
  ["20,000 events", "2026-12-11/2026-12-12", () => calendar(repeat(20_000, eleventh))],
  ["20,001 events", "tooLarge", () => calendar(repeat(20_001, eleventh))],
  [
    "5,000 versions of one series, and 5,000 exceptions from it",
    "tooLarge",
    () =>
      calendar(
        repeat(5_000, event("UID:a", "DTSTART:20261211", "RRULE:FREQ=DAILY")),
        repeat(5_000, event("UID:a", "DTSTART:20261211", "RECURRENCE-ID:20261212")),
      ),
  ],
  [
    "a rule that takes too many steps",
    "2026-12-11/2026-12-12, 1 of 2 unreadable",
    () => calendar(eleventh, event("DTSTART:16010101", "RRULE:FREQ=DAILY;COUNT=999999")),
  ],
  [
    "rules that together take too many steps",
    "tooLarge",
    () => calendar(repeat(6, event("DTSTART:19000101", "RRULE:FREQ=DAILY;COUNT=49000"))),
  ],
])("hostile feeds stay within memory and a number of steps: %s", async (_shape, outcome, write) => {
  const feed = write();
  const before = process.memoryUsage().rss;
  // Steps, not seconds: a busy machine may take longer than the site allows.
  const limits = { ...readLimits, ms: 60_000 };
  const read = readFeed(process.cwd(), Buffer.from(feed), { today, listingId }, { limits });
  expect(outcomeOf(await read)).toBe(outcome);
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
});
