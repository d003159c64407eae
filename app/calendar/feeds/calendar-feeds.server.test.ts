import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openTestSite } from "../../../testing/site.ts";

const options = { today: "2026-11-21", listingId: "8f3c2a10-5b7e-4d1f-9c44-1d2e3f4a5b6c" };

/** A site of feeds by path, which answers 304 to those that have a copy. */
async function serveFeeds(feeds: Record<string, string>): Promise<string> {
  const server = createServer((request, response) => {
    const feed = feeds[request.url ?? ""];
    if (feed === undefined) response.writeHead(404).end();
    else if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.setHeader("ETag", '"1"').end(feed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function calendar(...lines: string[]): string {
  return `${["BEGIN:VCALENDAR", "BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR"].join("\r\n")}\r\n`;
}

test("the built site fetches a feed, reads it in its thread, and reports no change", async () => {
  const host = await serveFeeds({
    "/a.ics": calendar("DTSTART;VALUE=DATE:20261211", "DTEND;VALUE=DATE:20261213"),
  });
  const { calendarFeeds } = await openTestSite({ CALENDAR_HOSTS: host });
  const reading = await calendarFeeds.read(`http://${host}/a.ics`, options);
  expect(reading).toEqual({
    ok: true,
    isModified: true,
    nights: [{ from: "2026-12-11", to: "2026-12-13" }],
    counts: { events: 1, free: 0, unreadable: 0 },
    validators: { etag: '"1"', lastModified: null },
  });

  const validators = { etag: '"1"', lastModified: null };
  expect(await calendarFeeds.read(`http://${host}/a.ics`, { ...options, validators })).toEqual({
    ok: true,
    isModified: false,
  });
});

test("the built site refuses pages that are not calendars, and stops an endless rule", async () => {
  const host = await serveFeeds({
    "/login": "<!doctype html><title>Entrar</title>",
    "/endless.ics": calendar(
      "DTSTART;VALUE=DATE:20270201",
      "RRULE:FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO",
    ),
  });
  const { calendarFeeds } = await openTestSite({ CALENDAR_HOSTS: host });
  const reasonOf = async (path: string) => {
    const reading = await calendarFeeds.read(`http://${host}${path}`, options);
    return reading.ok ? null : reading.reason;
  };
  expect(await reasonOf("/login")).toBe("notCalendar");
  expect(await reasonOf("/nothing")).toBe("notFound");
  expect(await reasonOf("/endless.ics")).toBe("tooSlow");
});

test("without CALENDAR_HOSTS the built site reaches no server of this machine", async () => {
  const host = await serveFeeds({ "/a.ics": calendar("DTSTART;VALUE=DATE:20261211") });
  const { calendarFeeds } = await openTestSite();
  expect(await calendarFeeds.read(`http://${host}/a.ics`, options)).toMatchObject({
    ok: false,
    reason: "notAllowed",
  });
  expect(await calendarFeeds.read("http://127.0.0.1/a.ics", options)).toMatchObject({
    ok: false,
    reason: "notFound",
  });
});
