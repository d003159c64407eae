import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createUser, openTestSite, type TestSite } from "../../testing/site.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import type { OutboxContent } from "../db/schema.ts";
import { outbox, rateLimits, sessions, verifications, vitals } from "../db/schema.ts";
import { purgeExpired } from "./purge.server.ts";

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
  const measure = { route: "/", metric: "LCP", bucket: 1, count: 1 };
  await site.db.insert(vitals).values([
    { ...measure, day: addDays(today(), -401) },
    { ...measure, day: addDays(today(), -400) },
  ]);
}

const removed = { sentMail: 1, failedMail: 1, sessions: 1, links: 1, rateLimits: 1, vitals: 1 };

test("a purge removes expired rows and nothing else", async () => {
  const site = await openTestSite();
  await fill(site);

  expect(await purgeExpired(site.db, 10)).toEqual(removed);

  const mails = await site.db.select().from(outbox);
  const texts = mails.map(({ content }) => content.kind === "message" && content.mensagem);
  expect(texts.sort()).toEqual(["failed lately", "sent lately", "waiting"]);
  expect((await site.db.select().from(sessions)).map(({ token }) => token)).toEqual(["good"]);
  const links = await site.db.select().from(verifications);
  expect(links.map(({ identifier }) => identifier)).toEqual(["reset-password:good"]);
  const tries = await site.db.select().from(rateLimits);
  expect(tries.map(({ key }) => key)).toEqual(["login-email:good@example.com"]);
  const days = await site.db.select().from(vitals);
  expect(days.map(({ day }) => day)).toEqual([addDays(today(), -400)]);
  expect(await site.db.$count(sessions)).toBe(1);
  expect((await site.rows()).users).toBe(1);

  expect(await purgeExpired(site.db, 10)).toEqual({
    sentMail: 0,
    failedMail: 0,
    sessions: 0,
    links: 0,
    rateLimits: 0,
    vitals: 0,
  });
});

test("of several sites purging at once, one removes each row once", async () => {
  const site = await openTestSite();
  await fill(site);
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => purgeExpired(site.db, 10)));
  const total = outcomes.reduce((sum, one) => sum + (one?.sentMail ?? 0), 0);
  expect(total).toBe(1);
  expect(await site.db.$count(outbox)).toBe(3);
});

test("while another site is purging, a purge returns at once", async () => {
  const site = await openTestSite();
  await fill(site);
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(727002)`);
    expect(await purgeExpired(site.db, 10)).toBeNull();
  });
  expect(await purgeExpired(site.db, 10)).toEqual(removed);
});
