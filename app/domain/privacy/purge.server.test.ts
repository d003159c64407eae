import { and, eq, inArray, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { watch } from "../../../testing/alerts.ts";
import { publish } from "../../../testing/caching-site.ts";
import { ordersOf, storeOrder } from "../../../testing/orders.ts";
import { lettersTo, newAddress, questionsOf, storeQuestion } from "../../../testing/questions.ts";
import { shareDatabase } from "../../../testing/shared-database.ts";
import { createUser } from "../../../testing/site.ts";
import { storeTestimonial, testimonialsOf } from "../../../testing/testimonials.ts";
import { alertHits, alerts } from "../../platform/db/alert-schema.ts";
import { feeds, seasons, stayNotes } from "../../platform/db/calendar-schema.ts";
import { listItems, lists } from "../../platform/db/list-schema.ts";
import { lockNumbers } from "../../platform/db/lock-numbers.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { auditLog, reports, visits, vitals } from "../../platform/db/operation-schema.ts";
import type { questions } from "../../platform/db/question-schema.ts";
import { posts, rateLimits, unavailableDays } from "../../platform/db/schema.ts";
import { sessions, verifications } from "../../platform/db/session-schema.ts";
import type { testimonials } from "../../platform/db/testimonial-schema.ts";
import { queueMail } from "../../platform/mail/outbox.server.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { purgeExpired } from "./purge.server.ts";

const database = shareDatabase();

afterEach(() => {
  vi.useRealTimers();
});

/** Days to keep each. */
const retention = { mail: 10, visits: 731, auditLog: 90 };
const purge = () => purgeExpired(database().db, retention);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const secondAgo = sql`now() - interval '1 second'`;
const inAMinute = sql`now() + interval '1 minute'`;

test("a purge removes expired mail, sessions, links, counted tries and log entries, and nothing else", async () => {
  const { db } = database();
  const { uid: userId } = await createUser(database());
  const content = { kind: "message", nome: "João", email: newAddress() } as const;
  const message = (mensagem: string) => ({ content: { ...content, mensagem } });
  await db.insert(outbox).values([
    { ...message("sent long ago"), state: "sent", sentAt: daysAgo(11) },
    { ...message("sent lately"), state: "sent", sentAt: daysAgo(9), createdAt: daysAgo(50) },
    { ...message("failed long ago"), state: "failed", createdAt: daysAgo(31) },
    { ...message("failed lately"), state: "failed", createdAt: daysAgo(29) },
    { ...message("waiting"), createdAt: daysAgo(100) },
  ]);
  await db.insert(sessions).values([
    { userId, token: "ended", expiresAt: secondAgo, ipAddress: "203.0.113.7" },
    { userId, token: "too old", expiresAt: inAMinute, createdAt: daysAgo(91) },
    { userId, token: "good", expiresAt: inAMinute, ipAddress: "203.0.113.7" },
  ]);
  await db.insert(verifications).values([
    { identifier: "reset-password:ended", value: userId, expiresAt: secondAgo },
    { identifier: "reset-password:good", value: userId, expiresAt: inAMinute },
  ]);
  const tries = [`login-email:ended-${userId}`, `login-email:good-${userId}`];
  await db.insert(rateLimits).values([
    { key: tries[0] ?? "", points: 3, expire: Date.now() - 1_000 },
    { key: tries[1] ?? "", points: 3, expire: Date.now() + 60_000 },
  ]);
  const entry = { actor: "terminal", action: "plan-granted", subjectId: userId };
  // The site's own entries would have the time of the database.
  await database()
    .owner.insert(auditLog)
    .values([
      { ...entry, reason: "long ago", at: daysAgo(91) },
      { ...entry, reason: "lately", at: daysAgo(89) },
    ]);

  // Repeated, it finds nothing more.
  for (let times = 0; times < 2; times++) {
    await purge();
    const mails = await db
      .select({ text: sql<string>`${outbox.content}->>'mensagem'` })
      .from(outbox)
      .where(sql`${outbox.content}->>'email' = ${content.email}`);
    expect(mails.map(({ text }) => text).sort()).toEqual([
      "failed lately",
      "sent lately",
      "waiting",
    ]);
    const open = await db.select().from(sessions).where(eq(sessions.userId, userId));
    expect(open.map(({ token }) => token)).toEqual(["good"]);
    const links = await db.select().from(verifications).where(eq(verifications.value, userId));
    expect(links.map(({ identifier }) => identifier)).toEqual(["reset-password:good"]);
    const counted = await db.select().from(rateLimits).where(inArray(rateLimits.key, tries));
    expect(counted.map(({ key }) => key)).toEqual([tries[1]]);
    const actions = await db.select().from(auditLog).where(eq(auditLog.subjectId, userId));
    expect(actions.map(({ reason }) => reason)).toEqual(["lately"]);
  }
});

test("reporters' addresses, settled reports, counts, measurements, lists and alerts are kept for a time", async () => {
  const { db } = database();
  const { id: postId, user } = await publish(database());
  const report = { postId, uid: user.uid, motivo: "golpe", addressHash: "a" };
  const archived = { settledAs: "archived" } as const;
  await db.insert(reports).values([
    { ...report, title: "settled long ago", ...archived, settledAt: daysAgo(11) },
    { ...report, title: "settled lately", ...archived, settledAt: daysAgo(9) },
    { ...report, title: "open", createdAt: daysAgo(31) },
    { ...report, title: "open lately", createdAt: daysAgo(29) },
  ]);
  const day = (days: number) => addDays(today(), -days);
  const measure = { route: `/${postId}`, metric: "LCP", bucket: 1, count: 1 };
  await db.insert(vitals).values([401, 400].map((age) => ({ ...measure, day: day(age) })));
  const visit = { postId, kind: "visita", n: 5 };
  await db.insert(visits).values([732, 731].map((age) => ({ ...visit, day: day(age) })));
  const list = { nome: "Virada", creatorKeyHash: "hash" };
  await db.insert(lists).values([
    { ...list, code: "a".repeat(22), lastVisitOn: day(367) },
    { ...list, code: "b".repeat(22), lastVisitOn: day(365) },
  ]);
  await db.insert(listItems).values({ listCode: "a".repeat(22), postId, title: "Rancho" });
  const watched = [
    await watch(db, { endsOn: day(1) }),
    await watch(db, { isConfirmed: false }),
    await watch(db, { endsOn: day(0) }),
    await watch(db, { isConfirmed: false }),
  ];
  const [over = "", unconfirmed = "", ...valid] = watched;
  await db.insert(alertHits).values({ alertId: over, postId });
  await db
    .update(alerts)
    .set({ createdAt: daysAgo(8) })
    .where(eq(alerts.id, unconfirmed));

  await purge();

  const reported = await db
    .select()
    .from(reports)
    .where(eq(reports.postId, postId))
    .orderBy(reports.title);
  expect(reported.map(({ title, addressHash }) => [title, addressHash])).toEqual([
    ["open", null],
    ["open lately", "a"],
    ["settled lately", "a"],
  ]);
  const measured = await db.select().from(vitals).where(eq(vitals.route, measure.route));
  expect(measured.map((row) => row.day)).toEqual([day(400)]);
  const counts = await db.select().from(visits).where(eq(visits.postId, postId));
  expect(counts.map((row) => row.day)).toEqual([day(731)]);
  const kept = await db.select().from(lists).where(eq(lists.nome, list.nome));
  expect(kept.map(({ code }) => code)).toEqual(["b".repeat(22)]);
  expect(await db.$count(listItems, eq(listItems.postId, postId))).toBe(0);
  const left = await db.select().from(alerts).where(inArray(alerts.id, watched));
  expect(left.map(({ id }) => id).sort()).toEqual(valid.sort());
  expect(await db.$count(alertHits, eq(alertHits.alertId, over))).toBe(0);
});

test("nights, seasons and notes of stays are removed a year after they passed in the region", async () => {
  const { db } = database();
  // Three hours before the same date in UTC, it is still the 29th in the region.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2028-03-01T02:59:59Z") });
  const { id: postId } = await publish(database(), {
    unavailableDays: ["2027-02-27", "2027-02-28", "2028-01-01", "2028-12-24"],
  });
  const feed = { postId, nome: "Airbnb", endereco: "https://airbnb.example/segredo.ics" };
  await db
    .insert(feeds)
    .values(
      [
        "{[2026-12-20,2027-01-02),[2027-02-20,2027-03-02),[2028-12-24,2028-12-26)}",
        "{[2026-12-20,2027-01-02)}",
        "{[2028-12-24,2028-12-26)}",
        "{}",
      ].map((nights) => ({ ...feed, nights })),
    );
  const stays: [string, de: string, ate: string][] = [
    ["Ana", "2027-02-20", "2027-02-27"],
    ["Bia", "2026-12-15", "2027-02-28"],
    ["Caio", "2028-03-01", "2028-03-04"],
  ];
  const valorDiaria = "1900";
  await db
    .insert(seasons)
    .values(stays.map(([temporada, de, ate]) => ({ postId, temporada, de, ate, valorDiaria })));
  await db
    .insert(stayNotes)
    .values(stays.map(([hospede, de, ate]) => ({ postId, hospede, de, ate })));
  const [before] = await db.select().from(posts).where(eq(posts.id, postId));
  const left = async () => {
    const own = await db.select().from(unavailableDays).where(eq(unavailableDays.postId, postId));
    const priced = await db.select().from(seasons).where(eq(seasons.postId, postId));
    const noted = await db.select().from(stayNotes).where(eq(stayNotes.postId, postId));
    return {
      nights: own.map(({ day }) => day).sort(),
      seasons: priced.map(({ temporada }) => temporada).sort(),
      notes: noted.map(({ hospede }) => hospede).sort(),
    };
  };

  await purge();
  const names = ["Bia", "Caio"];
  expect(await left()).toEqual({
    nights: ["2027-02-28", "2028-01-01", "2028-12-24"],
    seasons: names,
    notes: names,
  });
  const copies = await db.select().from(feeds).where(eq(feeds.postId, postId));
  expect(copies.map(({ nights }) => nights).sort()).toEqual([
    "{[2027-02-28,2027-03-02),[2028-12-24,2028-12-26)}",
    "{[2028-12-24,2028-12-26)}",
    "{}",
    "{}",
  ]);
  // The owner has changed nothing, so an edit form opened before can still be saved.
  expect(await db.select().from(posts).where(eq(posts.id, postId))).toEqual([before]);

  vi.setSystemTime(new Date("2028-03-01T03:00:00Z"));
  await purge();
  expect(await left()).toEqual({
    nights: ["2028-01-01", "2028-12-24"],
    seasons: ["Caio"],
    notes: ["Caio"],
  });
});

test("questions are purged after 180 days, answered or not", async () => {
  const { id: postId, user } = await publish(database());
  const answered = { answer: "livre" as const, answeredAt: daysAgo(1) };
  const rows: [nome: string, age: number, state: Partial<typeof questions.$inferInsert>][] = [
    ["answered, 181 days", 181, answered],
    ["answered, 179 days", 179, answered],
    ["unanswered, 181 days", 181, {}],
    ["unanswered, 179 days", 179, {}],
    ["held, 181 days", 181, { deliveredAt: null }],
    ["discarded, 181 days", 181, { discardedAt: daysAgo(180) }],
  ];
  for (const [nome, age, state] of rows) {
    const createdAt = daysAgo(age);
    const question = { nome, createdAt, deliveredAt: createdAt, ...state };
    await storeQuestion(database(), { uid: user.uid, postId }, question);
  }
  await purge();
  const left = await questionsOf(database(), postId);
  expect(left.map(({ nome }) => nome).toSorted()).toEqual([
    "answered, 179 days",
    "unanswered, 179 days",
  ]);
});

test("orders are purged 180 days after they were made, settled or not", async () => {
  const { uid } = await createUser(database());
  const received = { settledAs: "received", validoAte: "2027-01-31" } as const;
  for (const [txid, age, state] of [
    ["old", 181, {}],
    ["oldAndReported", 181, { reportedPaidAt: daysAgo(181) }],
    ["oldAndReceived", 181, { ...received, settledAt: daysAgo(1) }],
    ["kept", 179, {}],
    ["keptReceived", 179, { ...received, settledAt: daysAgo(178) }],
  ] as const) {
    await storeOrder(database(), uid, { txid, createdAt: daysAgo(age), ...state });
  }
  await purge();
  const left = await ordersOf(database(), uid);
  expect(left.map(({ txid }) => txid).sort()).toEqual(["kept", "keptReceived"]);
});

test("invitations are purged after 60 days, unconfirmed testimonials with their letters after 14, published ones never", async () => {
  const { id } = await publish(database());
  const unused = { nome: null, email: null, nota: null, texto: null, writtenAt: null };
  const rows: [name: string, values: Partial<typeof testimonials.$inferInsert>][] = [
    ["unused, 61 days", { ...unused, publishedAt: null, createdAt: daysAgo(61) }],
    ["unused, 59 days", { ...unused, publishedAt: null, createdAt: daysAgo(59) }],
    ["unconfirmed, 15 days", { publishedAt: null, writtenAt: daysAgo(15) }],
    ["unconfirmed, 13 days", { publishedAt: null, writtenAt: daysAgo(13), createdAt: daysAgo(80) }],
    ["published, 800 days", { publishedAt: daysAgo(800), writtenAt: daysAgo(801) }],
  ];
  const names = new Map<string, string>();
  const emails = new Map<string, string>();
  for (const [name, values] of rows) {
    const row = await storeTestimonial(database(), id, values);
    names.set(row.id, name);
    if (!row.email) continue;
    const letter = { to: row.email, subject: "Confirme", text: "Olá!", about: row.id };
    await queueMail(database().db, { kind: "letter", ...letter });
    emails.set(name, row.email);
  }
  await purge();
  const left = await testimonialsOf(database(), id);
  expect(left.map((row) => names.get(row.id)).toSorted()).toEqual([
    "published, 800 days",
    "unconfirmed, 13 days",
    "unused, 59 days",
  ]);
  const letters = async (name: string) =>
    (await lettersTo(database(), emails.get(name) ?? "")).length;
  expect([await letters("unconfirmed, 15 days"), await letters("unconfirmed, 13 days")]).toEqual([
    0, 1,
  ]);
});

test("a listing that is being changed keeps its past nights until the next purge", async () => {
  const { db } = database();
  const day = addDays(today(), -400);
  const [{ id }, { id: other }] = [await publish(database()), await publish(database())];
  await db.insert(unavailableDays).values([id, other].map((postId) => ({ postId, day })));
  const keeps = async (postId: string) =>
    (await db.$count(
      unavailableDays,
      and(eq(unavailableDays.postId, postId), eq(unavailableDays.day, day)),
    )) === 1;
  await db.transaction(async (tx) => {
    await tx.select().from(posts).where(eq(posts.id, id)).for("update");
    await purge();
  });
  expect([await keeps(id), await keeps(other)]).toEqual([true, false]);
  await purge();
  expect(await keeps(id)).toBe(false);
});

test("while another site is purging, a purge returns at once", async () => {
  const { db } = database();
  const { uid: userId } = await createUser(database());
  await db.insert(sessions).values({ userId, token: userId, expiresAt: secondAgo });
  const isOwn = eq(sessions.userId, userId);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.purge})`);
    expect(await purge()).toBeNull();
  });
  expect(await db.$count(sessions, isOwn)).toBe(1);
  expect(await purge()).not.toBeNull();
  expect(await db.$count(sessions, isOwn)).toBe(0);
});
