import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { patience } from "../../../testing/patience.ts";
import { createUser, listingInput, shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { outbox } from "../../db/mail-schema.ts";
import { auditLog, reports } from "../../db/operation-schema.ts";
import { deletedPosts, photos, posts, users } from "../../db/schema.ts";
import { finishDeletions } from "../../listings/deletion.server.ts";
import { findListing } from "../../listings/listings.server.ts";
import { setPaused } from "../../listings/pause.server.ts";
import { updateListing } from "../../listings/publishing.server.ts";
import { notStaff } from "../staff/staff.server.ts";
import {
  checkListing,
  pauseListing,
  removeListing,
  resumeListing,
  uncheckListing,
} from "./listing-commands.server.ts";

const sharedSite = shareTestSite();

async function open() {
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

async function lettersTo(uid: string) {
  const mails = await sharedSite().db.select().from(outbox).where(eq(outbox.userId, uid));
  return mails.map(({ content }) => (content.kind === "letter" ? content : null));
}

test("pausing an ad hides it, tells its owner why and is recorded", async () => {
  const { site, operator, user, id } = await open();
  expect(await pauseListing(site, operator, id, { motivo: "  Fotos de outra casa " })).toEqual({
    ok: true,
  });
  expect(await findListing(site.db, id)).toBeNull();
  expect(await pauseOf(id)).toEqual({ pausedBy: "operator", pauseReason: "Fotos de outra casa" });
  expect(await lettersTo(user.uid)).toMatchObject([
    { to: user.email, subject: "Seu anúncio no Mar de Minas está em pausa" },
  ]);
  expect((await lettersTo(user.uid))[0]?.text).toContain("Fotos de outra casa");
  expect(await lastEntry(site, id)).toMatchObject({
    actor: operator.email,
    action: "listing-paused",
    subject: "Rancho Pôr do Sol",
    reason: "Fotos de outra casa",
    before: { pausedBy: null },
    after: { pausedBy: "operator" },
  });
  expect(await pauseListing(site, operator, id, { motivo: "De novo" })).toMatchObject({
    reason: "no-change",
  });
  expect(await lettersTo(user.uid)).toHaveLength(1);
});

test("lifting the operator's pause shows the ad again and tells its owner", async () => {
  const { site, operator, user, id } = await open();
  await pauseListing(site, operator, id, { motivo: "Conferindo" });
  expect(await resumeListing(site, operator, id)).toEqual({ ok: true });
  expect(await findListing(site.db, id)).not.toBeNull();
  expect(await pauseOf(id)).toEqual({ pausedBy: null, pauseReason: null });
  expect((await lettersTo(user.uid)).map((letter) => letter?.subject)).toContain(
    "Seu anúncio no Mar de Minas voltou ao ar",
  );
  expect(await lastEntry(site, id)).toMatchObject({ action: "listing-resumed" });
  expect(await resumeListing(site, operator, id)).toMatchObject({ reason: "no-change" });
});

test("after the operator's pause, owners may show an ad that they had paused", async () => {
  const { site, operator, user, id } = await open();
  await setPaused(site.db, user.uid, id, true);
  expect(await resumeListing(site, operator, id)).toMatchObject({ reason: "no-change" });
  await pauseListing(site, operator, id, { motivo: "Conferindo" });
  expect(await pauseOf(id)).toMatchObject({ pausedBy: "operator" });
  await resumeListing(site, operator, id);
  expect(await pauseOf(id)).toMatchObject({ pausedBy: "owner" });
  expect(await lettersTo(user.uid)).toHaveLength(1);
});

test.each([
  ["block", { blockedAt: new Date() }],
  ["plan", { plano: "nenhum", planEndedOn: addDays(today(), -31) }],
] as const)(
  "lifting the operator's pause leaves an ad hidden by the %s",
  async (pausedBy, change) => {
    const { site, operator, user, id } = await open();
    await pauseListing(site, operator, id, { motivo: "Conferindo" });
    await site.db.update(users).set(change).where(eq(users.id, user.uid));
    expect(await resumeListing(site, operator, id)).toEqual({ ok: true });
    expect(await pauseOf(id)).toMatchObject({ pausedBy });
  },
);

test("removing an ad deletes it with its photos, tells its owner why and is recorded", async () => {
  const { site, operator, user, id } = await open();
  expect(await removeListing(site, operator, id, { motivo: "Golpe" })).toEqual({ ok: true });
  expect(await pauseOf(id)).toBeNull();
  expect(await site.db.$count(photos, eq(photos.postId, id))).toBe(0);
  expect(await site.db.$count(deletedPosts, eq(deletedPosts.id, id))).toBe(1);
  const [owner] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(owner?.postsCriados).toBe(0);
  expect(await lettersTo(user.uid)).toMatchObject([
    { subject: "Seu anúncio no Mar de Minas foi removido" },
  ]);
  expect(await lastEntry(site, id)).toMatchObject({ action: "listing-removed", reason: "Golpe" });
});

test("an interrupted removal is finished at the next start", async () => {
  const { site, operator, user, id } = await open();
  const hanging = vi.spyOn(site.photoStore.disk, "deleteAll");
  hanging.mockImplementationOnce(() => new Promise(() => undefined));
  void removeListing(site, operator, id, { motivo: "Golpe" });
  await vi.waitUntil(() => hanging.mock.calls.length > 0, patience);
  hanging.mockRestore();
  expect(await findListing(site.db, id)).toBeNull();
  expect(await lastEntry(site, id)).toMatchObject({ action: "listing-removed" });

  expect(await finishDeletions(site.db, site.photoStore, { isStarting: true })).toBe(1);
  expect(await pauseOf(id)).toBeNull();
  expect(await lettersTo(user.uid)).toHaveLength(1);
});

test("while the photo store fails, the ad stays hidden, and a second try sends no second e-mail", async () => {
  const { site, operator, user, id } = await open();
  const failing = vi.spyOn(site.photoStore.disk, "deleteAll");
  failing.mockRejectedValueOnce(new Error("bucket away"));
  expect(await removeListing(site, operator, id, { motivo: "Golpe" })).toMatchObject({
    reason: "images",
  });
  failing.mockRestore();
  expect(await pauseOf(id)).toEqual({ pausedBy: "operator", pauseReason: "Golpe" });
  expect(await findListing(site.db, id)).toBeNull();
  expect(await removeListing(site, operator, id, { motivo: "Golpe" })).toEqual({ ok: true });
  expect(await pauseOf(id)).toBeNull();
  expect(await lettersTo(user.uid)).toHaveLength(1);
});

test("'Conferido' keeps its date until it is taken away, and both are recorded", async () => {
  const { site, operator, id } = await open();
  const checkedAt = async () =>
    (await site.db.select({ at: posts.checkedAt }).from(posts).where(eq(posts.id, id)))[0]?.at;
  expect(await checkListing(site, operator, id, 1)).toEqual({ ok: true });
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

test("an ad that its owner changed since the operator opened it is not checked", async () => {
  const { site, operator, user, id, photoId } = await open();
  const input = listingInput({ nomePix: "Outra Pessoa" });
  const edit = { input, photoIds: [photoId], version: 1 };
  expect(await updateListing(site, user.uid, id, edit)).toEqual({ ok: true });
  expect(await checkListing(site, operator, id, 1)).toMatchObject({ reason: "changed-meanwhile" });
  const [post] = await site.db.select().from(posts).where(eq(posts.id, id));
  expect(post?.checkedAt).toBeNull();
  expect(await site.db.$count(auditLog, eq(auditLog.subjectId, id))).toBe(0);
  expect(await checkListing(site, operator, id, 2)).toEqual({ ok: true });
});

test("pausing from reports settles those that were read, and leaves newer ones open", async () => {
  const { site, operator, user, id } = await open();
  const report = { postId: id, uid: user.uid, title: "Rancho", motivo: "golpe" };
  const [seen, later] = await site.db.insert(reports).values([report, report]).returning();
  await pauseListing(site, operator, id, { motivo: "Golpe", seen: [seen?.id ?? ""] });
  const settled = async (reportId = "") =>
    (await site.db.select().from(reports).where(eq(reports.id, reportId)))[0]?.settledAs;
  expect(await settled(seen?.id)).toBe("paused");
  expect(await settled(later?.id)).toBeNull();
  expect(await lastEntry(site, id)).toMatchObject({ after: { settledReports: 1 } });
});

const commands: Record<
  string,
  (id: string, who: Parameters<typeof pauseListing>[1]) => Promise<unknown>
> = {
  pause: (id, who) => pauseListing(sharedSite(), who, id, { motivo: "Motivo" }),
  resume: (id, who) => resumeListing(sharedSite(), who, id),
  remove: (id, who) => removeListing(sharedSite(), who, id, { motivo: "Motivo" }),
  check: (id, who) => checkListing(sharedSite(), who, id, 1),
  uncheck: (id, who) => uncheckListing(sharedSite(), who, id),
};

test.each(Object.keys(commands))("only staff, not even the owner, may %s", async (name) => {
  const { site, user, id } = await open();
  const run = commands[name] as (typeof commands)[string];
  const rows = () => site.db.select().from(posts).where(eq(posts.id, id));
  const before = await rows();
  for (const who of [user, await createUser(site)]) expect(await run(id, who)).toEqual(notStaff);
  expect(await rows()).toEqual(before);
  expect(await site.db.$count(auditLog, eq(auditLog.subjectId, id))).toBe(0);
  expect(await lettersTo(user.uid)).toEqual([]);
});

test.each(Object.keys(commands))("refuses to %s a missing ad", async (name) => {
  const { operator } = await open();
  const run = commands[name] as (typeof commands)[string];
  for (const id of [crypto.randomUUID(), "x", ""]) {
    expect(await run(id, operator)).toMatchObject({ reason: "not-found" });
  }
});

test.each(["", "  \n ", "x".repeat(1001), "a\0b", "\ud800"])(
  "the reason %j is refused and nothing changes",
  async (motivo) => {
    const { site, operator, id } = await open();
    const refused = { reason: "invalid", field: "motivo" };
    expect(await pauseListing(site, operator, id, { motivo })).toMatchObject(refused);
    expect(await removeListing(site, operator, id, { motivo })).toMatchObject(refused);
    expect(await pauseOf(id)).toMatchObject({ pausedBy: null });
    expect(await site.db.$count(auditLog, and(eq(auditLog.subjectId, id)))).toBe(0);
  },
);

test("the command line acts as 'terminal'", async () => {
  const { site, id } = await open();
  await pauseListing(site, "terminal", id, { motivo: "Golpe" });
  expect(await lastEntry(site, id)).toMatchObject({ actor: "terminal", action: "listing-paused" });
});
