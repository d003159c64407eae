import { expect, test } from "vitest";
import { calendar, event, listingId, outcomeOf, today } from "../../../../testing/feed-nights.ts";
import { readFeed, readLimits } from "./read-feed.server.ts";

function readInThread(feed: string, limits = readLimits, signal?: AbortSignal) {
  const options = { today, listingId };
  return readFeed(process.cwd(), Buffer.from(feed), options, { limits, signal });
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
    status: 400,
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
    Array(10_000).fill(observance.join("\r\n")).join("\r\n"),
    "END:VTIMEZONE",
    event("DTSTART;TZID=Greedy:20261211T100000"),
  );
  expect(outcomeOf(await readInThread(feed, { ms: 60_000, heapMb: 24 }))).toBe("tooLarge");
});
