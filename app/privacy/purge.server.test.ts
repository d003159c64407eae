import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { watch } from "../../testing/alerts.ts";
import { publish } from "../../testing/caching-site.ts";
import { createUser, openTestSite, type TestSite } from "../../testing/site.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { feeds, seasons, stayNotes } from "../db/calendar-schema.ts";
import { listItems, lists } from "../db/list-schema.ts";
import { lockNumbers } from "../db/lock-numbers.ts";
import type { OutboxContent } from "../db/mail-schema.ts";
import { outbox } from "../db/mail-schema.ts";
import { auditLog, reports, searches, visits, vitals } from "../db/operation-schema.ts";
import { posts, rateLimits, unavailableDays } from "../db/schema.ts";
import { sessions, verifications } from "../db/session-schema.ts";
import { purgeExpired } from "./purge.server.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Days to keep each. */
const retention = { mail: 10, visits: 731, auditLog: 90 };

const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;

function message(mensagem: string): OutboxContent {
  return { kind: "message", nome: "João", email: "joao@example.com", mensagem };
}

async function fill(site: TestSite): Promise<void> {
  const { uid: userId } = await createUser(site);
  await site.db.insert(outbox).values([
    { content: message("sent long ago"), state: "sent", sentAt: daysAgo(11) },
    { content: message("sent lately"), state: "sent", sentAt: daysAgo(9), createdAt: daysAgo(50) },
    { content: message("failed long ago"), state: "failed", createdAt: daysAgo(31) },
    { content: message("failed lately"), state: "failed", createdAt: daysAgo(29) },
    { content: message("waiting"), createdAt: daysAgo(100) },
  ]);
  const ended = sql`now() - interval '1 second'`;
  const future = sql`now() + interval '1 minute'`;
  await site.db.insert(sessions).values([
    { userId, token: "ended", expiresAt: ended, ipAddress: "203.0.113.7" },
    { userId, token: "too old", expiresAt: future, createdAt: sql`now() - interval '91 days'` },
    { userId, token: "good", expiresAt: future, ipAddress: "203.0.113.7" },
  ]);
  await site.db.insert(verifications).values([
    { identifier: "reset-password:ended", value: userId, expiresAt: ended },
    { identifier: "reset-password:good", value: userId, expiresAt: future },
  ]);
  await site.db.insert(rateLimits).values([
    { key: "login-email:ended@example.com", points: 3, expire: Date.now() - 1_000 },
    { key: "login-email:good@example.com", points: 3, expire: Date.now() + 60_000 },
  ]);
  const report = { postId: crypto.randomUUID(), uid: userId, motivo: "golpe", addressHash: "a" };
  const archived = { settledAs: "archived" } as const;
  await site.db.insert(reports).values([
    { ...report, title: "settled long ago", ...archived, settledAt: daysAgo(11) },
    { ...report, title: "settled lately", ...archived, settledAt: daysAgo(9) },
    { ...report, title: "open", createdAt: daysAgo(31) },
  ]);
  const measure = { route: "/", metric: "LCP", bucket: 1, count: 1 };
  await site.db.insert(vitals).values([
    { ...measure, day: addDays(today(), -401) },
    { ...measure, day: addDays(today(), -400) },
  ]);
  const entry = { actor: "terminal", action: "plan-granted" };
  await site.db.insert(auditLog).values([
    { ...entry, reason: "long ago", at: daysAgo(91) },
    { ...entry, reason: "lately", at: daysAgo(89) },
  ]);
  const { id: postId } = await publish(site);
  await site.db.insert(visits).values([
    { postId, day: addDays(today(), -732), kind: "visita", n: 5 },
    { postId, day: addDays(today(), -731), kind: "visita", n: 4 },
  ]);
  await site.db.insert(searches).values([
    { day: addDays(today(), -101), localizacao: "", asked: "pets=1", n: 3 },
    { day: addDays(today(), -100), localizacao: "", asked: "pets=1", n: 2 },
  ]);
  const list = { nome: "Virada", creatorKeyHash: "hash" };
  await site.db.insert(lists).values([
    { ...list, code: "a".repeat(22), lastVisitOn: addDays(today(), -367) },
    { ...list, code: "b".repeat(22), lastVisitOn: addDays(today(), -365) },
  ]);
  await watch(site.db, { endsOn: addDays(today(), -31) });
  await watch(site.db, { endsOn: addDays(today(), -30) });
  await site.db
    .insert(listItems)
    .values({ listCode: "a".repeat(22), postId, title: "Rancho do Píer" });
}

const removed = {
  sentMail: 1,
  failedMail: 1,
  sessions: 2,
  links: 1,
  rateLimits: 1,
  vitals: 1,
  auditEntries: 1,
  visits: 1,
  searches: 1,
  nights: 0,
  feeds: 0,
  seasons: 0,
  notes: 0,
  doubleBookings: 0,
  reporters: 1,
  settledReports: 1,
  lists: 1,
  drafts: 0,
  alerts: 1,
  questions: 0,
  orders: 0,
  testimonials: 0,
};

test("a purge removes expired rows and nothing else", async () => {
  const site = await openTestSite();
  await fill(site);

  expect(await purgeExpired(site.db, retention)).toEqual(removed);

  const mails = await site.db.select().from(outbox);
  const texts = mails.map(({ content }) => content.kind === "message" && content.mensagem);
  expect(texts.sort()).toEqual(["failed lately", "sent lately", "waiting"]);
  expect((await site.db.select().from(sessions)).map(({ token }) => token)).toEqual(["good"]);
  const links = await site.db.select().from(verifications);
  expect(links.map(({ identifier }) => identifier)).toEqual(["reset-password:good"]);
  const tries = await site.db.select().from(rateLimits);
  expect(tries.map(({ key }) => key)).toEqual(["login-email:good@example.com"]);
  const reported = await site.db.select().from(reports).orderBy(reports.title);
  expect(reported.map(({ title, addressHash }) => [title, addressHash])).toEqual([
    ["open", null],
    ["settled lately", "a"],
  ]);
  const days = await site.db.select().from(vitals);
  expect(days.map(({ day }) => day)).toEqual([addDays(today(), -400)]);
  const actions = await site.db.select().from(auditLog);
  expect(actions.map(({ reason }) => reason)).toEqual(["lately"]);
  expect((await site.db.select().from(visits)).map(({ n }) => n)).toEqual([4]);
  expect((await site.db.select().from(searches)).map(({ n }) => n)).toEqual([2]);
  expect((await site.db.select().from(lists)).map(({ code }) => code)).toEqual(["b".repeat(22)]);
  expect(await site.db.$count(listItems)).toBe(0);
  expect(await site.db.$count(sessions)).toBe(1);
  expect((await site.rows()).users).toBe(2);

  expect(await purgeExpired(site.db, retention)).toEqual({
    sentMail: 0,
    failedMail: 0,
    sessions: 0,
    links: 0,
    rateLimits: 0,
    vitals: 0,
    auditEntries: 0,
    visits: 0,
    searches: 0,
    nights: 0,
    feeds: 0,
    seasons: 0,
    notes: 0,
    doubleBookings: 0,
    reporters: 0,
    settledReports: 0,
    lists: 0,
    drafts: 0,
    alerts: 0,
    questions: 0,
    orders: 0,
    testimonials: 0,
  });
});

async function nightsOf(site: TestSite, postId: string) {
  const rows = await site.db
    .select()
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, postId));
  const copies = await site.db.select().from(feeds).where(eq(feeds.postId, postId));
  return { own: rows.map(({ day }) => day).sort(), copies: copies.map(({ nights }) => nights) };
}

test("unavailable nights are removed a year after they passed in the region", async () => {
  const site = await openTestSite();
  // Three hours before the same date in UTC, it is still the 29th in the region.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2028-03-01T02:59:59Z") });
  const { id: postId } = await publish(site, {
    unavailableDays: ["2027-02-27", "2027-02-28", "2028-01-01", "2028-12-24"],
  });
  const feed = { postId, nome: "Airbnb", endereco: "https://airbnb.example/segredo.ics" };
  await site.db.insert(feeds).values([
    {
      ...feed,
      nights: "{[2026-12-20,2027-01-02),[2027-02-20,2027-03-02),[2028-12-24,2028-12-26)}",
    },
    { ...feed, nights: "{[2026-12-20,2027-01-02)}" },
    { ...feed, nights: "{[2028-12-24,2028-12-26)}" },
    { ...feed, nights: "{}" },
  ]);
  const [before] = await site.db.select().from(posts);

  expect(await purgeExpired(site.db, retention)).toMatchObject({ nights: 1, feeds: 2 });
  expect(await nightsOf(site, postId)).toEqual({
    own: ["2027-02-28", "2028-01-01", "2028-12-24"],
    copies: expect.arrayContaining([
      "{[2027-02-28,2027-03-02),[2028-12-24,2028-12-26)}",
      "{}",
      "{[2028-12-24,2028-12-26)}",
      "{}",
    ]),
  });
  // The owner has changed nothing, so an edit form opened before can still be saved.
  expect((await site.db.select().from(posts))[0]).toEqual(before);

  vi.setSystemTime(new Date("2028-03-01T03:00:00Z"));
  expect(await purgeExpired(site.db, retention)).toMatchObject({ nights: 1, feeds: 1 });
  expect((await nightsOf(site, postId)).own).toEqual(["2028-01-01", "2028-12-24"]);
  expect(await purgeExpired(site.db, retention)).toMatchObject({ nights: 0, feeds: 0 });
});

test("notes of stays are removed a year after the guests left", async () => {
  const site = await openTestSite();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2028-03-02T02:59:59Z") });
  const { id: postId } = await publish(site);
  const note = (hospede: string, de: string, ate: string) => ({ postId, hospede, de, ate });
  await site.db
    .insert(stayNotes)
    .values([
      note("Ana", "2027-02-25", "2027-02-28"),
      note("Bia", "2027-02-25", "2027-03-01"),
      note("Caio", "2028-03-01", "2028-03-04"),
    ]);
  const left = async () =>
    (await site.db.select().from(stayNotes).orderBy(stayNotes.hospede)).map(
      ({ hospede }) => hospede,
    );

  expect(await purgeExpired(site.db, retention)).toMatchObject({ notes: 1 });
  expect(await left()).toEqual(["Bia", "Caio"]);
  vi.setSystemTime(new Date("2028-03-02T03:00:00Z"));
  expect(await purgeExpired(site.db, retention)).toMatchObject({ notes: 1 });
  expect(await left()).toEqual(["Caio"]);
});

test("seasons are removed a year after they ended in the region", async () => {
  const site = await openTestSite();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2028-03-02T02:59:59Z") });
  const { id: postId } = await publish(site);
  const season = (temporada: string, de: string, ate: string) => ({
    postId,
    temporada,
    de,
    ate,
    valorDiaria: "1900",
  });
  await site.db
    .insert(seasons)
    .values([
      season("Carnaval", "2027-02-20", "2027-02-28"),
      season("Verão", "2026-12-15", "2027-03-01"),
      season("Réveillon", "2028-12-28", "2029-01-02"),
    ]);
  const left = async () =>
    (await site.db.select().from(seasons).orderBy(seasons.de)).map(({ temporada }) => temporada);

  expect(await purgeExpired(site.db, retention)).toMatchObject({ seasons: 1 });
  expect(await left()).toEqual(["Verão", "Réveillon"]);
  vi.setSystemTime(new Date("2028-03-02T03:00:00Z"));
  expect(await purgeExpired(site.db, retention)).toMatchObject({ seasons: 1 });
  expect(await left()).toEqual(["Réveillon"]);
});

test("a listing that is being changed keeps its past nights until the next purge", async () => {
  const site = await openTestSite();
  const day = addDays(today(), -400);
  const { id } = await publish(site, { unavailableDays: [] });
  const { id: other } = await publish(site, { unavailableDays: [] });
  await site.db.insert(unavailableDays).values([
    { postId: id, day },
    { postId: other, day },
  ]);
  await site.db.transaction(async (tx) => {
    await tx.select().from(posts).where(eq(posts.id, id)).for("update");
    expect(await purgeExpired(site.db, retention)).toMatchObject({ nights: 1 });
  });
  expect((await nightsOf(site, id)).own).toEqual([day]);
  expect((await nightsOf(site, other)).own).toEqual([]);
  expect(await purgeExpired(site.db, retention)).toMatchObject({ nights: 1 });
});

test("of several sites purging at once, one removes each row once", async () => {
  const site = await openTestSite();
  await fill(site);
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => purgeExpired(site.db, retention)),
  );
  const total = outcomes.reduce((sum, one) => sum + (one?.sentMail ?? 0), 0);
  expect(total).toBe(1);
  expect(await site.db.$count(outbox)).toBe(3);
});

test("while another site is purging, a purge returns at once", async () => {
  const site = await openTestSite();
  await fill(site);
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.purge})`);
    expect(await purgeExpired(site.db, retention)).toBeNull();
  });
  expect(await purgeExpired(site.db, retention)).toEqual(removed);
});
