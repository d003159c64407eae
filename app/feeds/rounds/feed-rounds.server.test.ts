import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { asc, eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { calendarOf, type FeedHost, startFeedHost } from "../../../testing/feed-host.ts";
import { patience } from "../../../testing/patience.ts";
import { openSiteOn, openTestSite, type TestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { outbox } from "../../db/mail-schema.ts";
import { rateLimits } from "../../db/schema.ts";
import type { CalendarFeeds } from "../calendar-feeds.server.ts";
import { withFeedHost } from "./feed-hosts.server.ts";
import { createFeedRounds } from "./feed-rounds.server.ts";

const soon = (days: number) => addDays(today(), days);
const taken = `{[${soon(10)},${soon(12)})}`;
const silent = pino({ level: "silent" });

async function openSite(other: FeedHost): Promise<TestSite> {
  return openTestSite({ CALENDAR_HOSTS: other.host });
}

/** Adds a feed that is due, with a listing of its own. */
async function addFeed(
  site: TestSite,
  endereco: string,
  overrides: Partial<typeof feeds.$inferInsert> = {},
) {
  const { id: postId } = await publish(site, { unavailableDays: [] });
  const values = { postId, nome: "Airbnb", endereco, ...overrides };
  const [row] = await site.db.insert(feeds).values(values).returning();
  if (!row) throw new Error("insert gave no row");
  return row;
}

async function rowOf({ db }: TestSite, id: string) {
  const [row] = await db.select().from(feeds).where(eq(feeds.id, id));
  if (!row) throw new Error("the feed is gone");
  return row;
}

/** Reads due feeds until the test ends, or until the returned function is called. */
function startRounds(site: TestSite, log = silent): () => Promise<void> {
  const rounds = createFeedRounds(site.db, site.calendarFeeds, log);
  rounds.start(50);
  onTestFinished(() => rounds.stop());
  return () => rounds.stop();
}

async function readOnce(site: TestSite, id: string, minutesAgo = 0) {
  const before = new Date(Date.now() - 1);
  await site.db
    .update(feeds)
    .set({
      nextReadingAt: sql`now()`,
      ...(minutesAgo && { attemptedAt: minutesBefore(minutesAgo) }),
    })
    .where(eq(feeds.id, id));
  const stop = startRounds(site);
  await vi.waitUntil(async () => {
    const { attemptedAt, nextReadingAt } = await rowOf(site, id);
    const minutes = (nextReadingAt.getTime() - Date.now()) / 60_000;
    return attemptedAt && attemptedAt > before && minutes > 10;
  }, patience);
  await stop();
  return rowOf(site, id);
}

function minutesBefore(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

const day = 24 * 60;

test("reads only feeds that are due", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const due = await addFeed(site, other.serve("/due.ics", calendarOf([soon(10), soon(12)])));
  const later = new Date(Date.now() + 60_000);
  const resting = await addFeed(site, other.serve("/rest.ics", calendarOf()), {
    nextReadingAt: later,
  });
  expect(await readOnce(site, due.id)).toMatchObject({ nights: taken, failures: 0 });
  expect(await rowOf(site, resting.id)).toEqual(resting);
  expect(other.requests.map(({ url }) => url)).toEqual(["/due.ics"]);
});

test("asks whether the copy has changed, and once a day for the whole copy", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const endereco = other.serve("/a.ics", (request, response) => {
    if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.setHeader("ETag", '"1"').end(calendarOf([soon(10), soon(12)]));
  });
  const { id } = await addFeed(site, endereco);
  const first = await readOnce(site, id);
  const second = await readOnce(site, id);
  expect(second).toMatchObject({ nights: taken, copiedAt: first.copiedAt });
  expect(second.goodAt?.getTime()).toBeGreaterThan(first.goodAt?.getTime() ?? 0);
  await site.db.update(feeds).set({ copiedAt: minutesBefore(day) });
  const third = await readOnce(site, id);
  expect(third.copiedAt?.getTime()).toBeGreaterThan(minutesBefore(day).getTime());
  const conditions = other.requests.map(({ headers }) => headers["if-none-match"]);
  expect(conditions).toEqual([undefined, '"1"', undefined]);
});

test("waits longer after each failure, keeps the nights, and recovers", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const endereco = other.serve("/a.ics", calendarOf([soon(10), soon(12)]));
  const { id } = await addFeed(site, endereco);
  await readOnce(site, id);
  other.serve("/a.ics", (_request, response) => response.writeHead(500).end());
  const waits: number[] = [];
  for (let failures = 1; failures <= 3; failures += 1) {
    const row = await readOnce(site, id);
    expect(row).toMatchObject({ nights: taken, failures, problem: "refused" });
    waits.push(Math.floor((row.nextReadingAt.getTime() - Date.now()) / 3_600_000 + 0.1));
  }
  expect(waits).toEqual([1, 2, 4]);
  other.serve("/a.ics", calendarOf([soon(20), soon(21)]));
  expect(await readOnce(site, id)).toMatchObject({
    nights: `{[${soon(20)},${soon(21)})}`,
    failures: 0,
    failingSince: null,
    problem: null,
  });
});

test("reads a calendar that took five seconds again in six hours", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now");
  const endereco = other.serve("/a.ics", (_request, response) => {
    clock.mockImplementation(() => now() + 5_000);
    response.end(calendarOf([soon(10), soon(12)]));
  });
  const row = await readOnce(site, (await addFeed(site, endereco)).id);
  expect(row).toMatchObject({ nights: taken, failures: 0 });
  expect(row.nextReadingAt.getTime() - Date.now()).toBeGreaterThan(5.9 * 3_600_000);
});

test("waits as long as a server's Retry-After asks", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const endereco = other.serve("/a.ics", (_request, response) => {
    response.writeHead(429, { "Retry-After": "36000" }).end();
  });
  const row = await readOnce(site, (await addFeed(site, endereco)).id);
  expect(row.nextReadingAt.getTime() - Date.now()).toBeGreaterThan(9.9 * 3_600_000);
});

test("an emptied calendar counts only after three readings and 24 hours", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const endereco = other.serve("/a.ics", calendarOf());
  const { id } = await addFeed(site, endereco, { nights: taken });
  expect(await readOnce(site, id)).toMatchObject({ nights: taken, emptyReadings: 1 });
  await site.db.update(feeds).set({ emptySince: minutesBefore(day) });
  expect(await readOnce(site, id)).toMatchObject({ nights: taken, emptyReadings: 2 });
  expect(await readOnce(site, id)).toMatchObject({
    nights: "{}",
    emptySince: null,
    emptyReadings: 0,
  });
});

test("an emptied calendar that stays unmodified counts as well", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const endereco = other.serve("/a.ics", (_request, response) => response.writeHead(304).end());
  const { id } = await addFeed(site, endereco, {
    nights: taken,
    etag: '"empty"',
    copiedAt: new Date(),
    emptySince: minutesBefore(day),
    emptyReadings: 2,
  });
  expect(await readOnce(site, id)).toMatchObject({ nights: "{}", emptySince: null });
});

test("nights that come back end the hold", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const endereco = other.serve("/a.ics", calendarOf([soon(20), soon(21)]));
  const { id } = await addFeed(site, endereco, {
    nights: taken,
    emptySince: minutesBefore(60),
    emptyReadings: 2,
  });
  expect(await readOnce(site, id)).toMatchObject({
    nights: `{[${soon(20)},${soon(21)})}`,
    emptySince: null,
    emptyReadings: 0,
  });
});

test("after three days of failures the owner gets one e-mail", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const { id } = await addFeed(site, `http://${other.host}/none`, { nights: taken });
  const mails = () => site.db.select().from(outbox).orderBy(asc(outbox.createdAt));
  await readOnce(site, id);
  await site.db.update(feeds).set({ failingSince: minutesBefore(3 * day - 60) });
  await readOnce(site, id, 120);
  expect(await mails()).toEqual([]);
  await site.db.update(feeds).set({ failingSince: minutesBefore(3 * day + 60) });
  await readOnce(site, id, 120);
  await readOnce(site, id);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.content).toMatchObject({
    subject: "Não conseguimos ler um calendário do seu anúncio",
    text: expect.stringContaining("Os dias que ele já trouxe continuam ocupados"),
  });
  expect(mail?.userId).not.toBeNull();
  expect(JSON.stringify(mail)).not.toContain(other.host);
});

test("two sites share the work: each feed is read once, and each host one feed at a time", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const second = await openSiteOn(site.databaseUrl, { CALENDAR_HOSTS: other.host });
  const added: { id: string }[] = [];
  for (let n = 0; n < 4; n += 1) {
    const path = `/${n}.ics`;
    added.push(await addFeed(site, other.serve(path, calendarOf([soon(10), soon(12)]))));
  }
  startRounds(site);
  startRounds(second);
  const isRead = async () => {
    const rows = await Promise.all(added.map(({ id }) => rowOf(site, id)));
    return rows.every(({ goodAt }) => goodAt !== null);
  };
  await vi.waitUntil(isRead, patience);
  expect(other.requests.map(({ url }) => url).sort()).toEqual([
    "/0.ics",
    "/1.ics",
    "/2.ics",
    "/3.ics",
  ]);
  expect(other.maxAtOnce()).toBe(1);
});

test("a slow host does not delay another", async () => {
  const slow = await startFeedHost();
  const quick = await startFeedHost();
  const site = await openTestSite({ CALENDAR_HOSTS: `${slow.host},${quick.host}` });
  await addFeed(
    site,
    slow.serve("/a.ics", () => undefined),
  );
  startRounds(site);
  await vi.waitUntil(() => slow.requests.length > 0, patience);
  const { id } = await addFeed(site, quick.serve("/b.ics", calendarOf()));
  await vi.waitUntil(async () => (await rowOf(site, id)).goodAt !== null, patience);
});

test("stopping ends a reading at once, and leaves the feed due for another site", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const { id } = await addFeed(
    site,
    other.serve("/a.ics", () => undefined),
    { nights: taken },
  );
  const stop = startRounds(site);
  await vi.waitUntil(() => other.requests.length > 0, patience);
  const begun = performance.now();
  await stop();
  // Without the signal, the reading would go on for ten seconds.
  expect(performance.now() - begun).toBeLessThan(7_000);
  const row = await rowOf(site, id);
  expect(row).toMatchObject({ nights: taken, failures: 0, problem: null });
  expect(row.nextReadingAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  expect(await site.db.$count(rateLimits)).toBe(0);
});

test("stopping during the reading after three days of failures does not lose the e-mail", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const { id } = await addFeed(
    site,
    other.serve("/a.ics", () => undefined),
    { failures: 5, failingSince: minutesBefore(3 * day + 60), attemptedAt: minutesBefore(120) },
  );
  const stop = startRounds(site);
  await vi.waitUntil(() => other.requests.length > 0, patience);
  await stop();
  expect(await site.db.$count(outbox)).toBe(0);
  other.serve("/a.ics", (_request, response) => response.writeHead(500).end());
  await readOnce(site, id);
  expect(await site.db.$count(outbox)).toBe(1);
});

test("the lease of a host whose site died expires", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const { id } = await addFeed(site, other.serve("/a.ics", calendarOf()));
  const key = `feed-host:${other.host}`;
  const lease = (expire: number) =>
    site.db
      .insert(rateLimits)
      .values({ key, points: 1, expire })
      .onConflictDoUpdate({ target: rateLimits.key, set: { expire } });
  await lease(Date.now() + 60_000);
  expect(await withFeedHost(site.db, other.host, 0, async () => "read")).toBeNull();
  await lease(Date.now() - 1);
  expect((await readOnce(site, id)).goodAt).not.toBeNull();
});

test("a result is dropped if the feed was disconnected or claimed again meanwhile", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const asked = Promise.withResolvers<ServerResponse>();
  const endereco = other.serve("/a.ics", (_request, response) => asked.resolve(response));
  const { id } = await addFeed(site, endereco, { nights: taken });
  const stop = startRounds(site);
  const response = await asked.promise;
  const later = new Date(Date.now() + 3_600_000);
  await site.db.update(feeds).set({ attemptedAt: sql`clock_timestamp()`, nextReadingAt: later });
  response.end(calendarOf([soon(20), soon(21)]));
  await vi.waitUntil(async () => (await site.db.$count(rateLimits)) === 0, patience);
  await stop();
  expect((await rowOf(site, id)).nights).toBe(taken);
});

const copy = {
  ok: true,
  isModified: true,
  nights: [],
  counts: { events: 0, free: 0, unreadable: 0 },
  workMs: 0,
};

test.each([
  ["reading", () => Promise.reject(new Error("the worker is broken"))],
  [
    "storing",
    async () => ({ ...copy, validators: { etag: null, lastModified: "x".repeat(101) } }) as const,
  ],
])(
  "an error of our own while %s counts as a failure, and is logged without the address",
  async (_when, read) => {
    const other = await startFeedHost();
    const site = await openSite(other);
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const { id } = await addFeed(site, `http://${other.host}/${randomUUID()}.ics`, {
      nights: taken,
    });
    const broken = { ...site.calendarFeeds, read } as CalendarFeeds;
    const rounds = createFeedRounds(site.db, broken, log);
    onTestFinished(() => rounds.stop());
    rounds.start(50);
    await vi.waitUntil(async () => (await rowOf(site, id)).failures > 0, patience);
    const row = await rowOf(site, id);
    expect(row).toMatchObject({ nights: taken, failures: 1, problem: "ours" });
    expect(row.nextReadingAt.getTime() - Date.now()).toBeGreaterThan(50 * 60_000);
    expect(lines.join("")).toContain("calendar feed not read");
    expect(lines.join("")).not.toContain(".ics");
  },
);

test("a reading keeps the nights that are past, which most sites drop, and frees those to come", async () => {
  const other = await startFeedHost();
  const site = await openSite(other);
  const { id } = await addFeed(site, other.serve("/past.ics", calendarOf([soon(20), soon(22)])), {
    nights: `{[${soon(-12)},${soon(-10)}),[${soon(-1)},${soon(2)}),[${soon(10)},${soon(12)})}`,
  });
  const { nights } = await readOnce(site, id);
  expect(nights).toBe(
    `{[${soon(-12)},${soon(-10)}),[${soon(-1)},${soon(0)}),[${soon(20)},${soon(22)})}`,
  );
});
