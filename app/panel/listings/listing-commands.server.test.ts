import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { listSubjects } from "../../../testing/plan-advertiser.ts";
import { lettersTo } from "../../../testing/questions.ts";
import { createUser, listingInput, shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { auditLog, reports } from "../../db/operation-schema.ts";
import { deletedPosts, photos, posts, users } from "../../db/schema.ts";
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

test("pausing an ad hides it and tells its owner why; lifting the pause shows it again", async () => {
  const { site, operator, user, id } = await open();
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

test.each(["owner", "block", "plan"] as const)(
  "lifting the operator's pause leaves an ad hidden by the %s, and tells nobody",
  async (pausedBy) => {
    const { site, operator, user, id } = await open();
    const change = {
      owner: {},
      block: { blockedAt: new Date() },
      plan: { plano: "nenhum", planEndedOn: addDays(today(), -31) },
    }[pausedBy];
    if (pausedBy === "owner") {
      await setPaused(site.db, user.uid, id, true);
      expect(await resumeListing(site, operator, id)).toMatchObject({ reason: "no-change" });
    }
    await pauseListing(site, operator, id, { motivo: "Conferindo" });
    expect(await pauseOf(id)).toMatchObject({ pausedBy: "operator" });
    if (pausedBy !== "owner") await site.db.update(users).set(change).where(eq(users.id, user.uid));
    expect(await resumeListing(site, operator, id)).toEqual({ ok: true });
    expect(await pauseOf(id)).toMatchObject({ pausedBy });
    expect(await listSubjects(site, user.uid)).toHaveLength(1);
  },
);

test("removing an ad deletes it with its photos and tells its owner why, once, even if the store fails first", async () => {
  const { site, operator, user, id } = await open();
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
  const { site, operator, user, id, photoId } = await open();
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

type Command = (id: string, who: Parameters<typeof pauseListing>[1]) => Promise<unknown>;
const commands: Command[] = [
  (id, who) => pauseListing(sharedSite(), who, id, { motivo: "Motivo" }),
  (id, who) => resumeListing(sharedSite(), who, id),
  (id, who) => removeListing(sharedSite(), who, id, { motivo: "Motivo" }),
  (id, who) => checkListing(sharedSite(), who, id, 1),
  (id, who) => uncheckListing(sharedSite(), who, id),
];

test("only staff, not even the owner, may pause, show, remove or check an ad, and must say why", async () => {
  const { site, operator, user, id } = await open();
  const rows = () => site.db.select().from(posts).where(eq(posts.id, id));
  const before = await rows();
  for (const run of commands) {
    for (const who of [user, await createUser(site)]) expect(await run(id, who)).toEqual(notStaff);
    for (const missing of [crypto.randomUUID(), "x", ""]) {
      expect(await run(missing, operator)).toMatchObject({ reason: "not-found" });
    }
  }
  for (const motivo of ["", "  \n ", "x".repeat(1001), "a\0b", "\ud800"]) {
    const refused = { reason: "invalid", field: "motivo" };
    expect(await pauseListing(site, operator, id, { motivo })).toMatchObject(refused);
    expect(await removeListing(site, operator, id, { motivo })).toMatchObject(refused);
  }
  expect(await rows()).toEqual(before);
  expect(await site.db.$count(auditLog, eq(auditLog.subjectId, id))).toBe(0);
  expect(await listSubjects(site, user.uid)).toEqual([]);
  // The command line acts as the terminal.
  await pauseListing(site, "terminal", id, { motivo: "Golpe" });
  expect(await lastEntry(site, id)).toMatchObject({ actor: "terminal", action: "listing-paused" });
});
