import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { listSubjects } from "../../../testing/plan-advertiser.ts";
import { createUser, shareTestSite, signIn } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { auditLog, staff } from "../../db/operation-schema.ts";
import { posts, users } from "../../db/schema.ts";
import { sessions } from "../../db/session-schema.ts";
import { notStaff, type Operator } from "../staff/staff.server.ts";
import {
  blockAdvertiser,
  saveNotes,
  sellPlan,
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
  expect(await listSubjects(site, user.uid)).toEqual([
    "Sua conta no Mar de Minas foi bloqueada",
    "Sua conta no Mar de Minas foi desbloqueada",
  ]);
  expect(await unblockAdvertiser(site, operator, user.uid, "De novo")).toMatchObject({
    reason: "no-change",
  });
});

test("staff can't be blocked", async () => {
  const { site, operator } = await open();
  const block = () => blockAdvertiser(site, "terminal", operator.uid, "Golpe");
  expect(await block()).toMatchObject({ reason: "no-change" });
  await site.db.delete(staff).where(eq(staff.userId, operator.uid));
  expect(await block()).toEqual({ ok: true });
});

test("the log says that notes changed, not what they say, and saving the same ones records nothing", async () => {
  const { db } = sharedSite();
  const { user: operator } = await signInOperator(sharedSite());
  const { uid } = await createUser(sharedSite());
  const save = (notes: string) => saveNotes(db, operator, uid, notes);
  expect(await save(" Paga em dia.\r\nLigar em maio. ")).toEqual({ ok: true });
  await save("Paga em dia.\nLigar em maio.");
  for (const notes of ["x".repeat(5001), "a\0b"]) {
    expect(await save(notes)).toMatchObject({ field: "anotacoes" });
  }
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, uid));
  expect(entries).toMatchObject([{ action: "notes-changed", before: null, after: null }]);
});

test("a plan is sold to a day, or without an end if that is chosen, and recorded with its reason", async () => {
  const site = sharedSite();
  const { user: operator } = await signInOperator(site);
  const ate = addDays(today(), 40);
  for (const [input, sold] of [
    [
      { plano: "profissional", ate },
      { validoAte: ate, postsPermitidos: 2 },
    ],
    [
      { plano: "basico", por: "sem-fim" },
      { validoAte: null, postsPermitidos: 1 },
    ],
    [{ plano: "nenhum" }, { validoAte: null }],
  ] as const) {
    const { uid } = await createUser(site, { plano: "basico", validoAte: ate });
    const plan = { por: "", ate: "", motivo: "Pix de R$ 80", ...input };
    expect(await sellPlan(site, operator, uid, plan)).toEqual({ ok: true });
    const [row] = await site.db.select().from(users).where(eq(users.id, uid));
    expect(row).toMatchObject({ plano: input.plano, ...sold });
    expect(await lastEntry(site, uid)).toMatchObject({
      actor: operator.email,
      action: "plan-granted",
      reason: "Pix de R$ 80",
      after: { plano: input.plano },
    });
  }
});

test("a plan that can't be sold is refused at its field and changes nothing", async () => {
  const site = sharedSite();
  const { user: operator } = await signInOperator(site);
  const { uid } = await createUser(site);
  const rows = () => site.db.select().from(users).where(eq(users.id, uid));
  const before = await rows();
  // plan-terms.test.ts has the others.
  for (const [change, field] of [
    [{ ate: addDays(today(), -1) }, "ate"],
    [{}, "por"],
    [{ ate: addDays(today(), 9), por: "sem-fim" }, "por"],
    [{ motivo: " ", por: "mes" }, "motivo"],
  ] as const) {
    const input = { plano: "basico", por: "", ate: "", motivo: "Pix", ...change };
    const refused = await sellPlan(site, operator, uid, input);
    expect(refused, JSON.stringify(change)).toMatchObject({ ok: false, field });
  }
  expect(await rows()).toEqual(before);
});

const commands: ((uid: string, who: Operator) => Promise<unknown>)[] = [
  (uid, who) => blockAdvertiser(sharedSite(), who, uid, "Motivo"),
  (uid, who) => unblockAdvertiser(sharedSite(), who, uid, "Motivo"),
  (uid, who) => saveNotes(sharedSite().db, who, uid, "Nota"),
  (uid, who) =>
    sellPlan(sharedSite(), who, uid, { plano: "basico", por: "mes", ate: "", motivo: "Pix" }),
];

test("only staff may block, unblock, write notes or sell a plan, to accounts that exist", async () => {
  const { site, operator, user } = await open();
  const rows = async () => [
    await site.db.select().from(users).where(eq(users.id, user.uid)),
    await site.db.$count(sessions, eq(sessions.userId, user.uid)),
    await site.db.$count(auditLog, eq(auditLog.subjectId, user.uid)),
  ];
  const before = await rows();
  for (const run of commands) {
    for (const who of [user, await createUser(site)]) {
      expect(await run(user.uid, who)).toEqual(notStaff);
    }
    for (const uid of [crypto.randomUUID(), "x", ""]) {
      expect(await run(uid, operator)).toMatchObject({ reason: "not-found" });
    }
  }
  expect(await rows()).toEqual(before);
});
