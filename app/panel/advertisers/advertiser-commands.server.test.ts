import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { listSubjects } from "../../../testing/plan-advertiser.ts";
import { lettersTo } from "../../../testing/questions.ts";
import { createUser, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { addDays, today } from "../../domain/calendar/civil-date.ts";
import { findListing } from "../../domain/listings/listings.server.ts";
import { updateListing } from "../../domain/listings/publishing.server.ts";
import { auditLog, reports, staff } from "../../platform/db/operation-schema.ts";
import { deletedPosts, photos, posts, users } from "../../platform/db/schema.ts";
import { sessions } from "../../platform/db/session-schema.ts";
import {
  checkListing,
  pauseListing,
  removeListing,
  resumeListing,
  uncheckListing,
} from "../listings/listing-commands.server.ts";
import { notStaff } from "../staff/staff.server.ts";
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

async function openAd() {
  const site = sharedSite();
  const { user: operator } = await signInOperator(site);
  return { site, operator, ...(await publish(site, { title: "Rancho Pôr do Sol" })) };
}

async function pauseOf(id: string) {
  const [post] = await sharedSite()
    .db.select({ pausedBy: posts.pausedBy, pauseReason: posts.pauseReason })
    .from(posts)
    .where(eq(posts.id, id));
  return post ?? null;
}

test("pausing an ad hides it and tells its owner why; lifting the pause shows it again", async () => {
  const { site, operator, user, id } = await openAd();
  const pause = () => pauseListing(site, operator, id, { motivo: "  Fotos de outra casa " });
  expect(await pause()).toEqual({ ok: true });
  expect(await findListing(site.db, id)).toBeNull();
  expect(await pauseOf(id)).toEqual({ pausedBy: "operator", pauseReason: "Fotos de outra casa" });
  expect(await lastEntry(site, id)).toMatchObject({
    actor: operator.email,
    action: "listing-paused",
    subject: "Rancho Pôr do Sol",
    reason: "Fotos de outra casa",
    before: { pausedBy: null },
    after: { pausedBy: "operator" },
  });
  expect(await pause()).toMatchObject({ reason: "no-change" });

  expect(await resumeListing(site, operator, id)).toEqual({ ok: true });
  expect(await findListing(site.db, id)).not.toBeNull();
  expect(await pauseOf(id)).toEqual({ pausedBy: null, pauseReason: null });
  expect(await lastEntry(site, id)).toMatchObject({ action: "listing-resumed" });
  expect(await resumeListing(site, operator, id)).toMatchObject({ reason: "no-change" });
  const [letter] = await lettersTo(site, user.email);
  expect(letter?.text).toContain("Fotos de outra casa");
  expect(await listSubjects(site, user.uid)).toEqual([
    "Seu anúncio no Mar de Minas está em pausa",
    "Seu anúncio no Mar de Minas voltou ao ar",
  ]);
});

// visibility.server.test.ts has all that may hide it.
test.each([
  ["block", { blockedAt: new Date() }],
  ["plan", { plano: "nenhum", planEndedOn: addDays(today(), -31) }],
] as const)(
  "lifting the operator's pause leaves an ad hidden by the %s, and tells nobody",
  async (pausedBy, change) => {
    const { site, operator, user, id } = await openAd();
    await pauseListing(site, operator, id, { motivo: "Conferindo" });
    await site.db.update(users).set(change).where(eq(users.id, user.uid));
    expect(await resumeListing(site, operator, id)).toEqual({ ok: true });
    expect(await pauseOf(id)).toMatchObject({ pausedBy });
    expect(await listSubjects(site, user.uid)).toHaveLength(1);
  },
);

test("removing an ad deletes it with its photos and tells its owner why, once, even if the store fails first", async () => {
  const { site, operator, user, id } = await openAd();
  const remove = () => removeListing(site, operator, id, { motivo: "Golpe" });
  const failing = vi.spyOn(site.photoStore.disk, "deleteAll");
  failing.mockRejectedValueOnce(new Error("bucket away"));
  expect(await remove()).toMatchObject({ reason: "images" });
  failing.mockRestore();
  expect(await pauseOf(id)).toEqual({ pausedBy: "operator", pauseReason: "Golpe" });
  expect(await findListing(site.db, id)).toBeNull();
  expect(await remove()).toEqual({ ok: true });
  expect(await pauseOf(id)).toBeNull();
  expect(await site.db.$count(photos, eq(photos.postId, id))).toBe(0);
  expect(await site.db.$count(deletedPosts, eq(deletedPosts.id, id))).toBe(1);
  const [owner] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(owner?.postsCriados).toBe(0);
  expect(await listSubjects(site, user.uid)).toEqual(["Seu anúncio no Mar de Minas foi removido"]);
  expect(await lastEntry(site, id)).toMatchObject({ action: "listing-removed", reason: "Golpe" });
});

test("'Conferido' is for the version that the operator read, keeps its date, and can be taken away", async () => {
  const { site, operator, user, id, photoId } = await openAd();
  const checkedAt = async () =>
    (await site.db.select({ at: posts.checkedAt }).from(posts).where(eq(posts.id, id)))[0]?.at;
  const input = listingInput({ nomePix: "Outra Pessoa" });
  const edit = { input, photoIds: [photoId], version: 1 };
  expect(await updateListing(site, user.uid, id, edit)).toEqual({ ok: true });
  expect(await checkListing(site, operator, id, 1)).toMatchObject({ reason: "changed-meanwhile" });
  expect(await checkedAt()).toBeNull();
  expect(await site.db.$count(auditLog, eq(auditLog.subjectId, id))).toBe(0);

  expect(await checkListing(site, operator, id, 2)).toEqual({ ok: true });
  const date = await checkedAt();
  expect(date).toBeInstanceOf(Date);
  expect(await lastEntry(site, id)).toMatchObject({
    action: "listing-checked",
    before: { checkedAt: null },
    after: { checkedAt: date?.toISOString() },
  });
  expect(await uncheckListing(site, operator, id)).toEqual({ ok: true });
  expect(await checkedAt()).toBeNull();
  expect(await lastEntry(site, id)).toMatchObject({ action: "listing-unchecked" });
  expect(await uncheckListing(site, operator, id)).toMatchObject({ reason: "no-change" });
});

test("pausing from reports settles those that were read, and leaves newer ones open", async () => {
  const { site, operator, user, id } = await openAd();
  const report = { postId: id, uid: user.uid, title: "Rancho", motivo: "golpe" };
  const [seen, later] = await site.db.insert(reports).values([report, report]).returning();
  await pauseListing(site, operator, id, { motivo: "Golpe", seen: [seen?.id ?? ""] });
  const settled = async (reportId = "") =>
    (await site.db.select().from(reports).where(eq(reports.id, reportId)))[0]?.settledAs;
  expect(await settled(seen?.id)).toBe("paused");
  expect(await settled(later?.id)).toBeNull();
  expect(await lastEntry(site, id)).toMatchObject({ after: { settledReports: 1 } });
});

test("an ad is paused or removed for a reason alone, and the command line acts as the terminal", async () => {
  const { site, operator, user, id } = await openAd();
  const rows = () => site.db.select().from(posts).where(eq(posts.id, id));
  const before = await rows();
  expect(await checkListing(site, user, id, 1)).toEqual(notStaff);
  expect(await uncheckListing(site, operator, "x")).toMatchObject({ reason: "not-found" });
  for (const motivo of ["", "  \n ", "x".repeat(1001), "a\0b", "\ud800"]) {
    const refused = { reason: "invalid", field: "motivo" };
    expect(await pauseListing(site, operator, id, { motivo })).toMatchObject(refused);
    expect(await removeListing(site, operator, id, { motivo })).toMatchObject(refused);
  }
  expect(await rows()).toEqual(before);
  expect(await site.db.$count(auditLog, eq(auditLog.subjectId, id))).toBe(0);
  expect(await listSubjects(site, user.uid)).toEqual([]);
  await pauseListing(site, "terminal", id, { motivo: "Golpe" });
  expect(await lastEntry(site, id)).toMatchObject({ actor: "terminal", action: "listing-paused" });
});
