import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { createUser, shareTestSite, signIn } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { outbox } from "../../db/mail-schema.ts";
import { auditLog, staff } from "../../db/operation-schema.ts";
import { posts, users } from "../../db/schema.ts";
import { sessions } from "../../db/session-schema.ts";
import { notStaff, type Operator } from "../staff/staff.server.ts";
import {
  blockAdvertiser,
  saveNotes,
  sellPlan,
  signOutEverywhere,
  unblockAdvertiser,
} from "./advertiser-commands.server.ts";

const sharedSite = shareTestSite();

/** Opens an advertiser with two sessions, one public ad, and one ad paused by each party. */
async function open() {
  const site = sharedSite();
  const { user: operator } = await signInOperator(site);
  const { user } = await signIn(site, { postsPermitidos: 9 });
  await site.db.insert(sessions).values({
    userId: user.uid,
    token: crypto.randomUUID(),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const ads: string[] = [];
  for (const pausedBy of [null, "owner", "operator", "plan"] as const) {
    const { id } = await publish(site);
    const pausedAt = pausedBy && new Date("2026-01-01");
    await site.db.update(posts).set({ uid: user.uid, pausedBy, pausedAt }).where(eq(posts.id, id));
    ads.push(id);
  }
  return { site, operator, user, ads };
}

async function pausesOf(ads: string[]) {
  const { db } = sharedSite();
  return Promise.all(
    ads.map(async (id) => (await db.select().from(posts).where(eq(posts.id, id)))[0]?.pausedBy),
  );
}

async function subjectsTo(uid: string) {
  const mails = await sharedSite().db.select().from(outbox).where(eq(outbox.userId, uid));
  return mails.map(({ content }) => content.kind === "letter" && content.subject);
}

test("blocking ends all sessions, hides the public ads and e-mails the reason; unblocking undoes it", async () => {
  const { site, operator, user, ads } = await open();
  const isBlocked = async () =>
    (await site.db.select().from(users).where(eq(users.id, user.uid)))[0]?.blockedAt !== null;
  expect(await blockAdvertiser(site, operator, user.uid, "Golpe")).toEqual({ ok: true });
  expect(await isBlocked()).toBe(true);
  expect(await site.db.$count(sessions, eq(sessions.userId, user.uid))).toBe(0);
  expect(await pausesOf(ads)).toEqual(["block", "owner", "operator", "plan"]);
  expect(await lastEntry(site, user.uid)).toMatchObject({
    actor: operator.email,
    action: "user-blocked",
    subject: user.email,
    reason: "Golpe",
    before: { blockedAt: null },
    after: { pausedListings: 1, endedSessions: 2 },
  });
  expect(await blockAdvertiser(site, operator, user.uid, "De novo")).toMatchObject({
    reason: "no-change",
  });

  expect(await unblockAdvertiser(site, operator, user.uid, "Esclarecido")).toEqual({ ok: true });
  expect(await isBlocked()).toBe(false);
  expect(await pausesOf(ads)).toEqual([null, "owner", "operator", "plan"]);
  expect(await lastEntry(site, user.uid)).toMatchObject({
    action: "user-unblocked",
    after: { blockedAt: null, resumedListings: 1 },
  });
  expect(await subjectsTo(user.uid)).toEqual([
    "Sua conta no Mar de Minas foi bloqueada",
    "Sua conta no Mar de Minas foi desbloqueada",
  ]);
  expect(await unblockAdvertiser(site, operator, user.uid, "De novo")).toMatchObject({
    reason: "no-change",
  });
});

test("ads whose plan ended during a block stay hidden after it, until a plan is granted", async () => {
  const { site, operator, user, ads } = await open();
  await blockAdvertiser(site, operator, user.uid, "Conferindo");
  const ended = { plano: "nenhum", planEndedOn: addDays(today(), -31), validoAte: null };
  await site.db.update(users).set(ended).where(eq(users.id, user.uid));
  await unblockAdvertiser(site, operator, user.uid, "Esclarecido");
  expect(await pausesOf(ads)).toEqual(["plan", "owner", "operator", "plan"]);
  const input = { plano: "basico", por: "mes", ate: "", motivo: "Pix" };
  expect(await sellPlan(site, operator, user.uid, input)).toEqual({ ok: true });
  expect(await pausesOf(ads)).toEqual([null, "owner", "operator", null]);
});

test("staff can't be blocked", async () => {
  const site = sharedSite();
  const { user: operator } = await signInOperator(site);
  expect(await blockAdvertiser(site, "terminal", operator.uid, "Golpe")).toMatchObject({
    reason: "no-change",
  });
  await site.db.delete(staff).where(eq(staff.userId, operator.uid));
  expect(await blockAdvertiser(site, "terminal", operator.uid, "Golpe")).toEqual({ ok: true });
});

test("signing out everywhere ends only that advertiser's sessions", async () => {
  const { site, operator, user } = await open();
  const others = await site.db.$count(sessions);
  expect(await signOutEverywhere(site.db, operator, user.uid)).toEqual({ ok: true });
  expect(await site.db.$count(sessions, eq(sessions.userId, user.uid))).toBe(0);
  expect(await site.db.$count(sessions)).toBe(others - 2);
  expect(await lastEntry(site, user.uid)).toMatchObject({
    action: "user-signed-out",
    after: { endedSessions: 2 },
  });
});

test("the log says that notes changed, not what they say, and saving the same ones records nothing", async () => {
  const { site, operator, user } = await open();
  expect(await saveNotes(site.db, operator, user.uid, " Paga em dia.\r\nLigar em maio. ")).toEqual({
    ok: true,
  });
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row?.notes).toBe("Paga em dia.\nLigar em maio.");
  expect(await lastEntry(site, user.uid)).toMatchObject({
    action: "notes-changed",
    before: null,
    after: null,
  });
  await saveNotes(site.db, operator, user.uid, "Paga em dia.\nLigar em maio.");
  expect(await site.db.$count(auditLog, eq(auditLog.subjectId, user.uid))).toBe(1);
  for (const notes of ["x".repeat(5001), "a\0b"]) {
    expect(await saveNotes(site.db, operator, user.uid, notes)).toMatchObject({
      reason: "invalid",
      field: "anotacoes",
    });
  }
});

test("a plan is sold for a term or to a day, and recorded with reason and operator", async () => {
  const { site, operator, user } = await open();
  const ate = addDays(today(), 40);
  const input = { plano: "profissional", por: "", ate, motivo: "Pix de R$ 80" };
  expect(await sellPlan(site, operator, user.uid, input)).toEqual({ ok: true });
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row).toMatchObject({ plano: "profissional", validoAte: ate, postsPermitidos: 2 });
  expect(await lastEntry(site, user.uid)).toMatchObject({
    actor: operator.email,
    action: "plan-granted",
    reason: "Pix de R$ 80",
    after: { plano: "profissional", validoAte: ate },
  });
});

test.each([
  ["basico", { por: "sem-fim" }],
  ["nenhum", {}],
])("%s is granted without an end only when that is chosen", async (plano, change) => {
  const { site, operator, user } = await open();
  const input = { plano, por: "", ate: "", motivo: "Combinado", ...change };
  expect(await sellPlan(site, operator, user.uid, input)).toEqual({ ok: true });
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row).toMatchObject({ plano, validoAte: null });
});

test.each([
  ["a past day", { ate: addDays(today(), -1) }, "ate"],
  ["a day that doesn't exist", { ate: "2027-02-30" }, "ate"],
  ["both a day and a term", { ate: addDays(today(), 9), por: "mes" }, "por"],
  ["neither a day nor a term", {}, "por"],
  ["both a day and no end", { ate: addDays(today(), 9), por: "sem-fim" }, "por"],
  ["an unknown plan", { plano: "ouro", por: "mes" }, "plano"],
  ["an unknown term", { por: "semana" }, "por"],
  ["no reason", { motivo: " ", por: "mes" }, "motivo"],
])("a plan with %s is refused at its field and changes nothing", async (_, change, field) => {
  const { site, operator, user } = await open();
  const rows = () => site.db.select().from(users).where(eq(users.id, user.uid));
  const before = await rows();
  const input = { plano: "basico", por: "", ate: "", motivo: "Pix", ...change };
  expect(await sellPlan(site, operator, user.uid, input)).toMatchObject({ ok: false, field });
  expect(await rows()).toEqual(before);
});

const commands: Record<string, (uid: string, who: Operator) => Promise<unknown>> = {
  block: (uid, who) => blockAdvertiser(sharedSite(), who, uid, "Motivo"),
  unblock: (uid, who) => unblockAdvertiser(sharedSite(), who, uid, "Motivo"),
  "sign out": (uid, who) => signOutEverywhere(sharedSite().db, who, uid),
  "write notes about": (uid, who) => saveNotes(sharedSite().db, who, uid, "Nota"),
  "sell a plan to": (uid, who) =>
    sellPlan(sharedSite(), who, uid, { plano: "basico", por: "mes", ate: "", motivo: "Pix" }),
};

test.each(Object.keys(commands))("only staff may %s an advertiser", async (name) => {
  const { site, user } = await open();
  const run = commands[name] as (typeof commands)[string];
  const rows = async () => [
    await site.db.select().from(users).where(eq(users.id, user.uid)),
    await site.db.$count(sessions, eq(sessions.userId, user.uid)),
    await site.db.$count(auditLog),
  ];
  const before = await rows();
  for (const who of [user, await createUser(site)]) {
    expect(await run(user.uid, who)).toEqual(notStaff);
  }
  expect(await rows()).toEqual(before);
});

test.each(Object.keys(commands))("refuses to %s a missing account", async (name) => {
  const { user: operator } = await signInOperator(sharedSite());
  const run = commands[name] as (typeof commands)[string];
  for (const uid of [crypto.randomUUID(), "x", ""]) {
    expect(await run(uid, operator)).toMatchObject({ reason: "not-found" });
  }
});
