import type { ServerResponse } from "node:http";
import { eq, isNotNull, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import { calendarOf, type FeedHost, startFeedHost } from "../../../../testing/feed-host.ts";
import { patience } from "../../../../testing/patience.ts";
import { shareDatabase } from "../../../../testing/shared-database.ts";
import { feeds } from "../../../platform/db/calendar-schema.ts";
import { type Db, openDatabase } from "../../../platform/db/client.server.ts";
import { outbox } from "../../../platform/db/mail-schema.ts";
import { rateLimits } from "../../../platform/db/schema.ts";
import { siteRoleUrlFrom } from "../../../platform/db/site-role/site-role.server.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { type CalendarFeeds, createCalendarFeeds, feedLimits } from "../calendar-feeds.server.ts";
import { withFeedHost } from "./feed-hosts.server.ts";
import { createFeedRounds } from "./feed-rounds.server.ts";

const database = shareDatabase();
const soon = (days: number) => addDays(today(), days);
const taken = `{[${soon(10)},${soon(12)})}`;
const day = 24 * 60;

// Rounds read whatever is due.
afterEach(() => database().db.delete(feeds));

const minutesBefore = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Adds a feed that is due, with a listing of its own. */
async function addFeed(endereco: string, overrides: Partial<typeof feeds.$inferInsert> = {}) {
  const { id: postId, user } = await publish(database(), { unavailableDays: [] });
  const values = { postId, nome: "Airbnb", endereco, ...overrides };
  const [row] = await database().db.insert(feeds).values(values).returning();
  if (!row) throw new Error("insert gave no row");
  return { ...row, uid: user.uid };
}

async function rowOf(id: string) {
  const [row] = await database().db.select().from(feeds).where(eq(feeds.id, id));
  if (!row) throw new Error("the feed is gone");
  return row;
}

const update = (id: string, values: Partial<typeof feeds.$inferInsert>) =>
  database().db.update(feeds).set(values).where(eq(feeds.id, id));

const countLetters = (uid: string) => database().db.$count(outbox, eq(outbox.userId, uid));

const countLeases = ({ host }: FeedHost) =>
  database().db.$count(rateLimits, eq(rateLimits.key, `feed-host:${host}`));

/** Reads due feeds until the test ends, or until the returned function is called. */
function startRounds(
  hosts: FeedHost[],
  options: { db?: Db; read?: CalendarFeeds["read"]; log?: pino.Logger } = {},
): () => Promise<void> {
  const { db = database().db, log = pino({ level: "silent" }) } = options;
  const calendarFeeds = createCalendarFeeds({
    programDir: process.cwd(),
    allowedHosts: hosts.map(({ host }) => host),
    helpAddress: "https://mardeminas.example/comofunciona",
    limits: feedLimits,
  });
  const read = options.read ?? calendarFeeds.read;
  const rounds = createFeedRounds(db, { ...calendarFeeds, read }, log);
  rounds.start(50);
  onTestFinished(() => rounds.stop());
  return () => rounds.stop();
}

async function readOnce(host: FeedHost, id: string, minutesAgo = 0) {
  const before = new Date(Date.now() - 1);
  const attemptedAt = minutesAgo > 0 && { attemptedAt: minutesBefore(minutesAgo) };
  await database()
    .db.update(feeds)
    .set({ nextReadingAt: sql`now()`, ...attemptedAt })
    .where(eq(feeds.id, id));
  const stop = startRounds([host]);
  await vi.waitUntil(async () => {
    const { attemptedAt, nextReadingAt } = await rowOf(id);
    const minutes = (nextReadingAt.getTime() - Date.now()) / 60_000;
    return attemptedAt && attemptedAt > before && minutes > 10;
  }, patience);
  await stop();
  return rowOf(id);
}

test("only due feeds are read; nights to come are replaced, and past ones kept, which most sites drop", async () => {
  const other = await startFeedHost();
  const due = await addFeed(other.serve("/due.ics", calendarOf([soon(20), soon(22)])), {
    nights: `{[${soon(-12)},${soon(-10)}),[${soon(-1)},${soon(2)}),[${soon(10)},${soon(12)})}`,
  });
  const nextReadingAt = new Date(Date.now() + 60_000);
  const resting = await addFeed(other.serve("/rest.ics", calendarOf()), { nextReadingAt });
  expect(await readOnce(other, due.id)).toMatchObject({
    nights: `{[${soon(-12)},${soon(-10)}),[${soon(-1)},${soon(0)}),[${soon(20)},${soon(22)})}`,
    failures: 0,
  });
  expect((await rowOf(resting.id)).attemptedAt).toBeNull();
  expect(other.requests.map(({ url }) => url)).toEqual(["/due.ics"]);
});

test("asks whether the copy has changed, and once a day for the whole copy", async () => {
  const other = await startFeedHost();
  const endereco = other.serve("/a.ics", (request, response) => {
    if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.setHeader("ETag", '"1"').end(calendarOf([soon(10), soon(12)]));
  });
  const { id } = await addFeed(endereco);
  const first = await readOnce(other, id);
  const second = await readOnce(other, id);
  expect(second).toMatchObject({ nights: taken, copiedAt: first.copiedAt });
  expect(second.goodAt?.getTime()).toBeGreaterThan(first.goodAt?.getTime() ?? 0);
  await update(id, { copiedAt: minutesBefore(day) });
  const third = await readOnce(other, id);
  expect(third.copiedAt?.getTime()).toBeGreaterThan(minutesBefore(day).getTime());
  const conditions = other.requests.map(({ headers }) => headers["if-none-match"]);
  expect(conditions).toEqual([undefined, '"1"', undefined]);
});

test("failures keep the nights and are counted, until a reading succeeds, which ends a suspicion", async () => {
  const other = await startFeedHost();
  const endereco = other.serve("/a.ics", (_request, response) => response.writeHead(500).end());
  const suspected = { emptySince: minutesBefore(60), emptyReadings: 2 };
  const { id } = await addFeed(endereco, { nights: taken, failures: 1, ...suspected });
  const failed = await readOnce(other, id);
  expect(failed).toMatchObject({ nights: taken, failures: 2, problem: "refused" });
  expect(failed.nextReadingAt.getTime() - Date.now()).toBeGreaterThan(1.9 * 3_600_000);
  other.serve("/a.ics", calendarOf([soon(20), soon(21)]));
  expect(await readOnce(other, id)).toMatchObject({
    nights: `{[${soon(20)},${soon(21)})}`,
    failures: 0,
    failingSince: null,
    problem: null,
    emptySince: null,
    emptyReadings: 0,
  });
});

test("after three days of failures the owner gets one e-mail, which stopping doesn't lose", async () => {
  const other = await startFeedHost();
  const endereco = other.serve("/a.ics", (_request, response) => response.writeHead(500).end());
  const { id, uid } = await addFeed(endereco, { nights: taken });
  await readOnce(other, id);
  await update(id, { failingSince: minutesBefore(3 * day - 60) });
  await readOnce(other, id, 120);
  expect(await countLetters(uid)).toBe(0);

  const failingSince = minutesBefore(3 * day + 60);
  const attemptedAt = minutesBefore(120);
  await update(id, { failingSince, attemptedAt, nextReadingAt: minutesBefore(1) });
  const requests = other.requests.length;
  other.serve("/a.ics", () => undefined);
  const stop = startRounds([other]);
  await vi.waitUntil(() => other.requests.length > requests, patience);
  await stop();
  expect(await countLetters(uid)).toBe(0);

  other.serve("/a.ics", (_request, response) => response.writeHead(500).end());
  await readOnce(other, id);
  await readOnce(other, id);
  const mails = await database().db.select().from(outbox).where(eq(outbox.userId, uid));
  expect(mails.map(({ content }) => content)).toEqual([
    expect.objectContaining({
      subject: "Não conseguimos ler um calendário do seu anúncio",
      text: expect.stringContaining("Os dias que ele já trouxe continuam ocupados"),
    }),
  ]);
  expect(JSON.stringify(mails)).not.toContain(other.host);
});

test("two sites share the work: each feed is read once, and each host one feed at a time", async () => {
  const other = await startFeedHost();
  const second = openDatabase(siteRoleUrlFrom(database().url), () => undefined);
  onTestFinished(second.close);
  for (const n of [0, 1, 2, 3]) {
    await addFeed(other.serve(`/${n}.ics`, calendarOf([soon(10), soon(12)])));
  }
  startRounds([other]);
  startRounds([other], { db: second.db });
  const countRead = () => database().db.$count(feeds, isNotNull(feeds.goodAt));
  await vi.waitUntil(async () => (await countRead()) === 4, { ...patience, interval: 200 });
  const paths = other.requests.map(({ url }) => url).sort();
  expect(paths).toEqual(["/0.ics", "/1.ics", "/2.ics", "/3.ics"]);
  expect(other.maxAtOnce()).toBe(1);
});

test("a slow host does not delay another", async () => {
  const [slow, quick] = [await startFeedHost(), await startFeedHost()];
  await addFeed(slow.serve("/a.ics", () => undefined));
  startRounds([slow, quick]);
  await vi.waitUntil(() => slow.requests.length > 0, patience);
  const { id } = await addFeed(quick.serve("/b.ics", calendarOf()));
  await vi.waitUntil(async () => (await rowOf(id)).goodAt !== null, patience);
});

test("stopping ends a reading at once, and leaves the feed due for another site", async () => {
  const other = await startFeedHost();
  const address = other.serve("/a.ics", () => undefined);
  const { id } = await addFeed(address, { nights: taken });
  const stop = startRounds([other]);
  await vi.waitUntil(() => other.requests.length > 0, patience);
  const begun = performance.now();
  await stop();
  // Without the signal, the reading would go on for ten seconds.
  expect(performance.now() - begun).toBeLessThan(7_000);
  const row = await rowOf(id);
  expect(row).toMatchObject({ nights: taken, failures: 0, problem: null });
  expect(row.nextReadingAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  expect(await countLeases(other)).toBe(0);
});

test("the lease of a host whose site died expires", async () => {
  const other = await startFeedHost();
  const { db } = database();
  const { id } = await addFeed(other.serve("/a.ics", calendarOf()));
  const lease = { key: `feed-host:${other.host}`, points: 1 };
  await db.insert(rateLimits).values({ ...lease, expire: Date.now() + 60_000 });
  expect(await withFeedHost(db, other.host, 0, async () => "read")).toBeNull();
  const expire = Date.now() - 1;
  await db.update(rateLimits).set({ expire }).where(eq(rateLimits.key, lease.key));
  expect((await readOnce(other, id)).goodAt).not.toBeNull();
});

test("a result is dropped if the feed was disconnected or claimed again meanwhile", async () => {
  const other = await startFeedHost();
  const asked = Promise.withResolvers<ServerResponse>();
  const endereco = other.serve("/a.ics", (_request, response) => asked.resolve(response));
  const { id } = await addFeed(endereco, { nights: taken });
  const stop = startRounds([other]);
  const response = await asked.promise;
  const nextReadingAt = new Date(Date.now() + 3_600_000);
  await database()
    .db.update(feeds)
    .set({ attemptedAt: sql`clock_timestamp()`, nextReadingAt })
    .where(eq(feeds.id, id));
  response.end(calendarOf([soon(20), soon(21)]));
  await vi.waitUntil(async () => (await countLeases(other)) === 0, patience);
  await stop();
  expect((await rowOf(id)).nights).toBe(taken);
});

const copy = {
  ok: true,
  isModified: true,
  nights: [],
  counts: { events: 0, free: 0, unreadable: 0 },
  // Too long to store.
  validators: { etag: null, lastModified: "x".repeat(101) },
} as const;

test.each<[string, () => ReturnType<CalendarFeeds["read"]>]>([
  ["reading", () => Promise.reject(new Error("the worker is broken"))],
  ["storing", async () => ({ ...copy, nights: [] })],
])(
  "an error of our own while %s counts as a failure, and is logged without the address",
  async (_when, read) => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const { id } = await addFeed("http://airbnb.example/secret.ics", { nights: taken });
    startRounds([], { read, log });
    await vi.waitUntil(async () => (await rowOf(id)).failures > 0, patience);
    const row = await rowOf(id);
    expect(row).toMatchObject({ nights: taken, failures: 1, problem: "ours" });
    expect(row.nextReadingAt.getTime() - Date.now()).toBeGreaterThan(50 * 60_000);
    expect(lines.join("")).toContain("calendar feed not read");
    expect(lines.join("")).not.toContain(".ics");
  },
);
