import { expect, test, vi } from "vitest";
import { readFeed, readLimits } from "./read-feed.server.ts";

// Feeds at the limits take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const programDir = process.cwd();
const limits = readLimits;
const options = { today: "2026-11-21", listingId: "8f3c2a10-5b7e-4d1f-9c44-1d2e3f4a5b6c" };

function calendar(...lines: string[]): Buffer {
  return Buffer.from(`${["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n")}\r\n`);
}

function event(...lines: string[]): string[] {
  return ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
}

function repeat(count: number, lines: string[]): string {
  return Array(count).fill(lines.join("\r\n")).join("\r\n");
}

test("a feed is read in a thread of its own", async () => {
  const bytes = calendar(...event("DTSTART;VALUE=DATE:20261211", "DTEND;VALUE=DATE:20261213"));
  expect(await readFeed(programDir, bytes, options, { limits })).toEqual({
    ok: true,
    nights: [{ from: "2026-12-11", to: "2026-12-13" }],
    counts: { events: 1, free: 0, unreadable: 0 },
  });
  expect(await readFeed(programDir, Buffer.from("<html>"), options, { limits })).toMatchObject({
    ok: false,
    reason: "notCalendar",
  });
});

test("a rule that ical.js would expand for ever is stopped", async () => {
  // Looks for a fifth Monday in February, in years that are never leap years.
  const endless = "RRULE:FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO";
  const bytes = calendar(...event("DTSTART;VALUE=DATE:20270201", endless));
  const begun = performance.now();
  expect(await readFeed(programDir, bytes, options, { limits: { ms: 1500, heapMb: 256 } })).toEqual(
    {
      ok: false,
      reason: "tooSlow",
      message: "Esse calendário demorou demais para abrir.",
    },
  );
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test("a reading ends at once when its signal aborts", async () => {
  const endless = "RRULE:FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO";
  const bytes = calendar(...event("DTSTART;VALUE=DATE:20270201", endless));
  const stop = new AbortController();
  const reading = readFeed(programDir, bytes, options, { limits, signal: stop.signal });
  const reason = new Error("the site stops");
  stop.abort(reason);
  await expect(reading).rejects.toBe(reason);
  await expect(readFeed(programDir, bytes, options, { limits, signal: stop.signal })).rejects.toBe(
    reason,
  );
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
  const zone = ["BEGIN:VTIMEZONE", "TZID:Greedy", repeat(10_000, observance), "END:VTIMEZONE"];
  const bytes = calendar(...zone, ...event("DTSTART;TZID=Greedy:20261211T100000"));
  expect(
    await readFeed(programDir, bytes, options, { limits: { ms: 60_000, heapMb: 24 } }),
  ).toMatchObject({
    ok: false,
    reason: "tooLarge",
  });
});

test.each<[string, outcome: string, write: () => Buffer]>([
  ["5 MB of blank lines", "read", () => calendar("\n".repeat(5_000_000))],
  ["5 MB of folds", "read", () => calendar("\r\n ".repeat(1_666_666))],
  ["5 MB in one line", "notCalendar", () => calendar(...event(`DTSTART${";".repeat(4_999_000)}`))],
  ["5 MB of quotes", "notCalendar", () => calendar(...event(`UID;X=${'"'.repeat(4_999_000)}`))],
  ["5 MB of BEGIN", "notCalendar", () => calendar("BEGIN:A\n".repeat(600_000))],
  [
    "5 MB of RDATE",
    "tooLarge",
    () => calendar(...event("DTSTART:20261211", `RDATE:${"20261211,".repeat(550_000)}20261211`)),
  ],
  ["50,000 events", "tooLarge", () => calendar(repeat(50_000, event("DTSTART:20261211")))],
  [
    "5,000 versions of one series, and 5,000 exceptions from it",
    "tooLarge",
    () =>
      calendar(
        repeat(5_000, event("UID:a", "DTSTART:20261211", "RRULE:FREQ=DAILY")),
        repeat(5_000, event("UID:a", "DTSTART:20261211", "RECURRENCE-ID:20261212")),
      ),
  ],
])(
  "hostile feeds stay within time and memory: %s",
  async (_name, outcome, write) => {
    const bytes = write();
    const before = process.memoryUsage().rss;
    const result = await readFeed(programDir, bytes, options, { limits });
    expect(result.ok ? "read" : result.reason).toBe(outcome);
    expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
  },
  30_000,
);
