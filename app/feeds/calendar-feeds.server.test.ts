import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { calendarOf, startFeedHost } from "../../testing/feed-host.ts";
import { patience } from "../../testing/patience.ts";
import { openTestSite } from "../../testing/site.ts";

const options = { today: "2026-11-21", listingId: "8f3c2a10-5b7e-4d1f-9c44-1d2e3f4a5b6c" };

test("the built site fetches a feed, reads it in its thread, and reports no change", async () => {
  const other = await startFeedHost();
  const address = other.serve("/a.ics", (request, response) => {
    if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.setHeader("ETag", '"1"').end(calendarOf(["2026-12-11", "2026-12-13"]));
  });
  const { calendarFeeds } = await openTestSite({ CALENDAR_HOSTS: other.host });
  const reading = await calendarFeeds.read(address, options);
  expect(reading).toEqual({
    ok: true,
    isModified: true,
    nights: [{ from: "2026-12-11", to: "2026-12-13" }],
    stays: [{ from: "2026-12-11", to: "2026-12-13" }],
    counts: { events: 1, free: 0, unreadable: 0 },
    validators: { etag: '"1"', lastModified: null },
    workMs: expect.any(Number),
  });

  const validators = { etag: '"1"', lastModified: null };
  expect(await calendarFeeds.read(address, { ...options, validators })).toEqual({
    ok: true,
    isModified: false,
    workMs: expect.any(Number),
  });
});

test("the built site refuses pages that are not calendars, and hosts without CALENDAR_HOSTS", async () => {
  const other = await startFeedHost();
  const page = other.serve("/login", "<!doctype html><title>Entrar</title>");
  const allowing = await openTestSite({ CALENDAR_HOSTS: other.host });
  const strict = await openTestSite();
  const readings = await Promise.all([
    allowing.calendarFeeds.read(page, options),
    allowing.calendarFeeds.read(`http://${other.host}/none`, options),
    strict.calendarFeeds.read(page, options),
  ]);
  expect(readings).toMatchObject([
    { ok: false, reason: "notCalendar" },
    { ok: false, reason: "notFound" },
    { ok: false, reason: "notAllowed" },
  ]);
  expect(other.requests.map(({ url }) => url).sort()).toEqual(["/login", "/none"]);
});

test("waiting for the turn of other feeds doesn't make a feed slow", async () => {
  const other = await startFeedHost();
  const waiting: ServerResponse[] = [];
  const slow = other.serve("/slow.ics", (_request, response) => void waiting.push(response));
  const quick = other.serve("/quick.ics", calendarOf(["2026-12-11", "2026-12-13"]));
  const { calendarFeeds } = await openTestSite({ CALENDAR_HOSTS: other.host });
  const slowOnes = Array.from({ length: 8 }, () => calendarFeeds.read(slow, options));
  await vi.waitUntil(() => waiting.length === 8, patience);
  const last = calendarFeeds.read(quick, options);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 60_000);
  for (const response of waiting) response.writeHead(304).end();
  for (const { workMs } of await Promise.all(slowOnes)) expect(workMs).toBeGreaterThan(59_000);
  expect((await last).workMs).toBeLessThan(59_000);
});

// The only test with the real limits; all others pass shorter ones.
test("the built site gives up after 5 s on a private address, and 10 s on a silent server or an endless rule", async () => {
  const other = await startFeedHost();
  const fifthMondayOfLeaplessFebruary = "RRULE:FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO";
  const endless = calendarOf(["2027-02-01", "2027-02-02"]).replace(
    "END:VEVENT",
    `${fifthMondayOfLeaplessFebruary}\r\nEND:VEVENT`,
  );
  const { calendarFeeds } = await openTestSite({ CALENDAR_HOSTS: other.host });
  const cases: [address: string, reason: string, seconds: number][] = [
    ["http://127.0.0.1/a.ics", "notFound", 5],
    [other.serve("/silent.ics", () => undefined), "tooSlow", 10],
    [other.serve("/endless.ics", endless), "tooSlow", 10],
  ];
  await Promise.all(
    cases.map(async ([address, reason, seconds]) => {
      const begun = performance.now();
      expect(await calendarFeeds.read(address, options), address).toMatchObject({ reason });
      const tookMs = performance.now() - begun;
      expect(tookMs, address).toBeGreaterThan(seconds * 1_000 - 50);
      // Without the limit it would take for ever.
      expect(tookMs, address).toBeLessThan(seconds * 1_000 + 15_000);
    }),
  );
});
