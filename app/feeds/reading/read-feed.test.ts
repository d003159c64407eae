import { expect, test, vi } from "vitest";
import { calendar, event, listingId, outcomeOf, today } from "../../../testing/feed-nights.ts";
import { readFeed, readLimits } from "./read-feed.server.ts";

// Feeds at the limits take seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

function readInThread(feed: string, limits = readLimits, signal?: AbortSignal) {
  const options = { today, listingId };
  return readFeed(process.cwd(), Buffer.from(feed), options, { limits, signal });
}

function repeat(count: number, text: string): string {
  return Array(count).fill(text).join("\r\n");
}

// Looks for a fifth Monday in February, in years that are never leap years.
const endless = calendar(
  event("DTSTART;VALUE=DATE:20270201", "RRULE:FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO"),
);

test("a feed is read in a thread of its own", async () => {
  const feed = calendar(event("DTSTART;VALUE=DATE:20261211", "DTEND;VALUE=DATE:20261213"));
  expect(outcomeOf(await readInThread(feed))).toBe("2026-12-11/2026-12-13");
  expect(outcomeOf(await readInThread("<html>"))).toBe("notCalendar");
});

test("a rule that ical.js would expand for ever is stopped", async () => {
  const begun = performance.now();
  expect(await readInThread(endless, { ...readLimits, ms: 1500 })).toEqual({
    ok: false,
    reason: "tooSlow",
    message: "Esse calendário demorou demais para abrir.",
  });
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test("a reading ends at once when its signal aborts", async () => {
  const stop = new AbortController();
  const reading = readInThread(endless, readLimits, stop.signal);
  const reason = new Error("the site stops");
  stop.abort(reason);
  await expect(reading).rejects.toBe(reason);
  await expect(readInThread(endless, readLimits, stop.signal)).rejects.toBe(reason);
});

test("a feed that takes too much memory ends its thread and nothing else", async () => {
  const observance = [
    "BEGIN:STANDARD",
    "DTSTART:10010101T000000",
    "TZOFFSETFROM:-0200",
    "TZOFFSETTO:-0300",
    "RRULE:FREQ=YEARLY",
    "END:STANDARD",
  ];
  const feed = calendar(
    "BEGIN:VTIMEZONE",
    "TZID:Greedy",
    repeat(10_000, observance.join("\r\n")),
    "END:VTIMEZONE",
    event("DTSTART;TZID=Greedy:20261211T100000"),
  );
  expect(outcomeOf(await readInThread(feed, { ms: 60_000, heapMb: 24 }))).toBe("tooLarge");
});

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
  expect(outcomeOf(await readInThread(feed, { ...readLimits, ms: 60_000 }))).toBe(outcome);
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
});
