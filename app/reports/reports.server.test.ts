import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { openSiteOn, openTestSite, shareTestSite, type TestSite } from "../../testing/site.ts";
import { outbox } from "../db/mail-schema.ts";
import { reports } from "../db/operation-schema.ts";
import { deletedPosts, posts, rateLimits, users } from "../db/schema.ts";
import type { ReportInput } from "./report.ts";
import { announceReports } from "./report-letter.server.ts";
import {
  countOpenReports,
  listOpenReports,
  purgeReports,
  reportListing,
  settleReports,
} from "./reports.server.ts";

const sharedSite = shareTestSite();
const input = { motivo: "golpe", detalhes: "Pediu Pix antes.", contato: "" } as const;

function report(site: TestSite, id: string, from: string, overrides: Partial<ReportInput> = {}) {
  return reportListing(site.db, id, { uid: null, addressHash: from }, { ...input, ...overrides });
}

async function queueOf(site: TestSite, ...ids: string[]) {
  const all = await listOpenReports(site.db);
  return all.filter(({ postId }) => ids.includes(postId));
}

test("a report is stored with the listing, its advertiser and its title at that time", async () => {
  const site = sharedSite();
  const { id, user } = await publish(site, { title: "Rancho da Enseada" });
  expect(await report(site, id, "a", { contato: "37 99999-0000" })).toEqual({ ok: true });
  await site.db.update(posts).set({ title: "Outro nome" }).where(eq(posts.id, id));
  const [row] = await site.db.select().from(reports).where(eq(reports.postId, id));
  expect(row).toMatchObject({
    postId: id,
    uid: user.uid,
    title: "Rancho da Enseada",
    ...input,
    contato: "37 99999-0000",
    addressHash: "a",
    announcedAt: null,
    settledAt: null,
    settledAs: null,
  });
});

test("only listings that visitors see can be reported, and not by their advertisers", async () => {
  const site = sharedSite();
  const { id: paused } = await publish(site);
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, paused));
  const { id: deleting } = await publish(site);
  await site.db.insert(deletedPosts).values({ id: deleting, localizacao: "Turvo" });
  for (const id of [paused, deleting, crypto.randomUUID(), "x'; drop table reports"]) {
    expect(await report(site, id, "a")).toMatchObject({ ok: false, reason: "not-found" });
  }
  const { id, user } = await publish(site);
  const owner = { uid: user.uid, addressHash: "a" };
  expect(await reportListing(site.db, id, owner, input)).toMatchObject({ reason: "own-listing" });
  expect(await site.db.$count(reports, eq(reports.uid, user.uid))).toBe(0);
});

test("the queue groups open reports by listing, flagged ones first, then by waiting time", async () => {
  const site = await openTestSite();
  const { id: first, user } = await publish(site, { title: "Primeiro" });
  const { id: flagged } = await publish(site, { title: "Três denúncias" });
  await report(site, first, "a", { motivo: "preco" });
  await report(site, flagged, "a");
  await report(site, flagged, "b");
  await report(site, flagged, "b");
  await report(site, first, "b", { motivo: "outro" });
  expect(await listOpenReports(site.db)).toMatchObject([
    { title: "Primeiro", isFlagged: false },
    { title: "Três denúncias", isFlagged: false },
  ]);

  await report(site, flagged, "c");
  const queue = await listOpenReports(site.db);
  expect(queue).toMatchObject([
    { postId: flagged, isFlagged: true, reports: [{}, {}, {}, {}] },
    {
      postId: first,
      uid: user.uid,
      ownerName: user.displayName,
      ownerEmail: user.email,
      state: "public",
      isFlagged: false,
      reports: [{ motivo: "preco" }, { motivo: "outro" }],
    },
  ]);
  expect(JSON.stringify(queue)).not.toContain("addressHash");
  expect(await countOpenReports(site.db)).toBe(2);
  // Reports alone never hide a listing.
  expect((await site.app.request(`/posts/${flagged}`)).status).toBe(200);
});

test("the queue says what became of the listing meanwhile", async () => {
  const site = sharedSite();
  const { id: paused } = await publish(site, { title: "Pausado" });
  const { id: deleted } = await publish(site, { title: "Excluído" });
  await report(site, paused, "a");
  await report(site, deleted, "a");
  const pause = { pausedAt: sql`now()`, pausedBy: "operator" } as const;
  await site.db
    .update(posts)
    .set({ ...pause, title: "Pausado, com outro nome" })
    .where(eq(posts.id, paused));
  await site.db.insert(deletedPosts).values({ id: deleted, localizacao: "Turvo" });
  await site.db.execute(sql`delete from photos where "postId" = ${deleted}`);
  await site.db.delete(posts).where(eq(posts.id, deleted));
  expect(await queueOf(site, paused, deleted)).toMatchObject([
    { title: "Pausado, com outro nome", state: "paused" },
    { title: "Excluído", state: "deleted" },
  ]);
});

test("settling closes a listing's reports, but not one that the operator has not seen", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const { id: other } = await publish(site);
  await report(site, id, "a");
  await report(site, other, "a");
  const [seen] = await queueOf(site, id);
  const ids = seen?.reports.map((each) => each.id) ?? [];
  await report(site, id, "b", { motivo: "ofensivo" });

  expect(await settleReports(site.db, id, "archived", ids)).toBe(1);
  expect(await queueOf(site, id, other)).toMatchObject([
    { postId: other },
    { postId: id, reports: [{ motivo: "ofensivo" }] },
  ]);
  expect(await settleReports(site.db, id, "removed")).toBe(1);
  expect(await settleReports(site.db, id, "archived")).toBe(0);
  expect(await settleReports(site.db, "not an id", "archived")).toBe(0);
  expect(await queueOf(site, id, other)).toMatchObject([{ postId: other }]);
  const rows = await site.db.select().from(reports).where(eq(reports.postId, id));
  expect(rows.map(({ settledAs }) => settledAs).sort()).toEqual(["archived", "removed"]);
  expect(rows.every(({ settledAt }) => settledAt !== null)).toBe(true);
});

test("deleting an account deletes the reports about its ads", async () => {
  const site = sharedSite();
  const { id, user } = await publish(site);
  await report(site, id, "a");
  await site.db.execute(sql`delete from photos where "postId" = ${id}`);
  await site.db.delete(posts).where(eq(posts.id, id));
  expect(await site.db.$count(reports, eq(reports.postId, id))).toBe(1);
  await site.db.delete(users).where(eq(users.id, user.uid));
  expect(await site.db.$count(reports, eq(reports.postId, id))).toBe(0);
});

test("a report during the deletion of its listing's account is refused without an error", async () => {
  const site = sharedSite();
  const { id, user } = await publish(site);
  const answer = await site.db.transaction(async (tx) => {
    await tx.select().from(posts).where(eq(posts.id, id)).for("update");
    const reporting = report(site, id, "a");
    await tx.execute(sql`delete from photos where "postId" = ${id}`);
    await tx.delete(posts).where(eq(posts.id, id));
    await tx.delete(users).where(eq(users.id, user.uid));
    return { reporting };
  });
  expect(await answer.reporting).toMatchObject({ ok: false, reason: "not-found" });
});

test("the purge erases addresses after 30 days and settled reports after the retention", async () => {
  const site = await openTestSite();
  const { id: postId, user } = await publish(site);
  const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`;
  const of = (title: string, age: number, settledAge?: number) => ({
    postId,
    uid: user.uid,
    title,
    motivo: "golpe",
    addressHash: "a",
    createdAt: daysAgo(age),
    ...(settledAge !== undefined && {
      settledAt: daysAgo(settledAge),
      settledAs: "archived" as const,
    }),
  });
  await site.db
    .insert(reports)
    .values([
      of("open, 29 days", 29),
      of("open, 31 days", 31),
      of("settled 9 days ago", 12, 9),
      of("settled 11 days ago", 12, 11),
    ]);
  const purge = () => site.db.transaction((tx) => purgeReports(tx, 10));
  expect(await purge()).toEqual({ reporters: 1, settled: 1 });
  const rows = await site.db.select().from(reports).orderBy(reports.title);
  expect(rows.map(({ title, addressHash }) => [title, addressHash])).toEqual([
    ["open, 29 days", "a"],
    ["open, 31 days", null],
    ["settled 9 days ago", "a"],
  ]);
  expect(await purge()).toEqual({ reporters: 0, settled: 0 });
});

async function letters(site: TestSite) {
  const rows = await site.db.select().from(outbox).orderBy(outbox.createdAt);
  return rows.map(({ content, userId }) => ({ ...content, userId }));
}

const intakeOf = ({ db }: TestSite) => ({
  db,
  operatorEmail: "operador@example.com",
  mailedSiteUrl: "https://mardeminas.example",
});

/** Makes the last letter an hour old. */
async function passHour(site: TestSite) {
  await site.db
    .update(rateLimits)
    .set({ expire: Date.now() - 1 })
    .where(eq(rateLimits.key, "report-letter"));
}

test("the first report is announced at once, those of the following hour together", async () => {
  const site = await openTestSite();
  const { id: one } = await publish(site, { title: "Rancho da Enseada" });
  const { id: two } = await publish(site, { title: "Casa do Píer" });
  const intake = intakeOf(site);
  expect(await announceReports(intake)).toBe(0);

  await report(site, one, "a", { detalhes: "segredo", contato: "ana@example.com" });
  expect(await announceReports(intake)).toBe(1);
  expect(await letters(site)).toMatchObject([
    { kind: "letter", to: "operador@example.com", subject: "Denúncia de um anúncio", userId: null },
  ]);
  const [first] = await letters(site);
  const text = first?.kind === "letter" ? first.text : "";
  expect(text).toContain(`Rancho da Enseada\nhttps://mardeminas.example/posts/${one}\n- Parece`);
  expect(text).toContain("https://mardeminas.example/operador/denuncias");
  // The visitor's own words stay in the queue, where they are erased in time.
  expect(text).not.toMatch(/segredo|ana@example/);

  await report(site, one, "b");
  await report(site, one, "c", { motivo: "preco" });
  await report(site, two, "b");
  expect(await announceReports(intake)).toBe(0);
  expect(await letters(site)).toHaveLength(1);
  await passHour(site);
  expect(await announceReports(intake)).toBe(3);
  expect((await letters(site))[1]).toMatchObject({ subject: "3 denúncias" });
  await passHour(site);
  expect(await announceReports(intake)).toBe(0);
});

test("reports settled before they were announced are not announced", async () => {
  const site = await openTestSite();
  const { id } = await publish(site);
  await report(site, id, "a");
  await settleReports(site.db, id, "archived");
  expect(await announceReports(intakeOf(site))).toBe(0);
  expect(await letters(site)).toEqual([]);
});

test("several sites announcing at once send a single e-mail", async () => {
  const site = await openTestSite();
  const sites = [site, await openSiteOn(site.databaseUrl)];
  const { id } = await publish(site);
  await report(site, id, "a");
  const announced = await Promise.all(
    [...sites, ...sites, ...sites].map((each) => announceReports(intakeOf(each))),
  );
  expect(announced.sort()).toEqual([0, 0, 0, 0, 0, 1]);
  expect(await letters(site)).toHaveLength(1);
});
