import { expect, test } from "vitest";
import { calendarOf, type FeedHost, startFeedHost } from "../../testing/feed-host.ts";
import { createCalendarFeeds, feedLimits } from "./calendar-feeds.server.ts";

const options = { today: "2026-11-21", listingId: "8f3c2a10-5b7e-4d1f-9c44-1d2e3f4a5b6c" };

function openFeeds(hosts: FeedHost[]) {
  return createCalendarFeeds({
    programDir: process.cwd(),
    allowedHosts: hosts.map(({ host }) => host),
    helpAddress: "https://mardeminas.example/comofunciona",
    limits: feedLimits,
  });
}

test("a feed is fetched and read, and then asked whether it has changed", async () => {
  const other = await startFeedHost();
  const address = other.serve("/a.ics", (request, response) => {
    if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.setHeader("ETag", '"1"').end(calendarOf(["2026-12-11", "2026-12-13"]));
  });
  const feeds = openFeeds([other]);
  const validators = { etag: '"1"', lastModified: null };
  expect(await feeds.read(address, options)).toEqual({
    ok: true,
    isModified: true,
    nights: [{ from: "2026-12-11", to: "2026-12-13" }],
    counts: { events: 1, free: 0, unreadable: 0 },
    validators,
  });
  const again = await feeds.read(address, { ...options, validators });
  expect(again).toEqual({ ok: true, isModified: false });
});

test("pages that are not calendars are refused, and hosts that are not allowed aren't asked", async () => {
  const other = await startFeedHost();
  const page = other.serve("/login", "<!doctype html><title>Entrar</title>");
  const refused = await openFeeds([]).read(page, options);
  expect(refused).toMatchObject({ ok: false, reason: "notAllowed" });
  expect(other.requests).toEqual([]);
  const read = await openFeeds([other]).read(page, options);
  expect(read).toMatchObject({ ok: false, reason: "notCalendar" });
});

// Tests of each limit pass shorter ones.
test("a private address takes 5 s to fail, a silent server or an endless rule 10 s, a dripping one 20 s", () => {
  expect(feedLimits).toMatchObject({
    fetching: { connectMs: 5_000, headersMs: 10_000, totalMs: 20_000, maxBytes: 5_000_000 },
    reading: { ms: 10_000 },
  });
});
