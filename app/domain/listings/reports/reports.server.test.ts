import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import { shareTestSite, type TestSite } from "../../../../testing/site.ts";
import { outbox } from "../../../platform/db/mail-schema.ts";
import { reports } from "../../../platform/db/operation-schema.ts";
import { deletedPosts, posts, rateLimits } from "../../../platform/db/schema.ts";
import type { ReportInput } from "./report.ts";
import { announceReports } from "./report-letter.server.ts";
import { listOpenReports, reportListing, settleReports } from "./reports.server.ts";

const sharedSite = shareTestSite();
const input = { motivo: "golpe", detalhes: "Pediu Pix antes.", contato: "" } as const;

function report(site: TestSite, id: string, from: string, overrides: Partial<ReportInput> = {}) {
  return reportListing(site.db, id, { uid: null, addressHash: from }, { ...input, ...overrides });
}

async function queueOf(site: TestSite, ...ids: string[]) {
  const all = await listOpenReports(site.db);
  return all.filter(({ postId }) => ids.includes(postId));
}

test("the queue groups open reports by listing, flagged ones first, then by waiting time", async () => {
  const site = sharedSite();
  const { id: first, user } = await publish(site, { title: "Primeiro" });
  const { id: flagged } = await publish(site, { title: "Três denúncias" });
  await report(site, first, "a", { motivo: "preco" });
  for (const from of ["a", "b", "b"]) await report(site, flagged, from);
  await report(site, first, "b", { motivo: "outro" });
  expect(await queueOf(site, first, flagged)).toMatchObject([
    { title: "Primeiro", isFlagged: false },
    { title: "Três denúncias", isFlagged: false },
  ]);

  await report(site, flagged, "c");
  const queue = await queueOf(site, first, flagged);
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
  // Reports alone never hide a listing.
  expect((await site.app.request(`/posts/${flagged}`)).status).toBe(200);
});

test("the queue says what has happened to the listing since the report", async () => {
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

/** Letters to the operator about an ad, whose address each has. */
async function lettersAbout(id: string) {
  const rows = await sharedSite().db.select().from(outbox).orderBy(outbox.createdAt);
  const letters = rows.map(({ content, userId }) => ({ ...content, userId }));
  return letters.flatMap((one) => (one.kind === "letter" && one.text.includes(id) ? [one] : []));
}

function announce() {
  const { db } = sharedSite();
  return announceReports({
    db,
    operatorEmail: "operador@example.com",
    mailedSiteUrl: "https://mardeminas.example",
  });
}

/** Makes the last letter an hour old. */
async function passHour() {
  await sharedSite()
    .db.update(rateLimits)
    .set({ expire: Date.now() - 1 })
    .where(eq(rateLimits.key, "report-letter"));
}

beforeEach(async () => {
  // No letter is due, or has just been sent, for reports of other tests.
  await announce();
  await sharedSite().db.delete(rateLimits).where(eq(rateLimits.key, "report-letter"));
});

test("the first report is announced at once, those of the following hour together", async () => {
  const site = sharedSite();
  const { id: one } = await publish(site, { title: "Rancho da Enseada" });
  const { id: two } = await publish(site, { title: "Casa do Píer" });
  expect(await announce()).toBe(0);

  await report(site, one, "a", { detalhes: "segredo", contato: "ana@example.com" });
  expect(await announce()).toBe(1);
  const [first] = await lettersAbout(one);
  expect(first).toMatchObject({
    to: "operador@example.com",
    subject: "Denúncia de um anúncio",
    userId: null,
  });
  expect(first?.text).toContain(
    `Rancho da Enseada\nhttps://mardeminas.example/posts/${one}\n- Parece`,
  );
  expect(first?.text).toContain("https://mardeminas.example/operador/denuncias");
  // The visitor's own words stay in the queue, where they are erased in time.
  expect(first?.text).not.toMatch(/segredo|ana@example/);

  await report(site, one, "b");
  await report(site, one, "c", { motivo: "preco" });
  await report(site, two, "b");
  expect(await announce()).toBe(0);
  expect(await lettersAbout(one)).toHaveLength(1);
  await passHour();
  expect(await announce()).toBe(3);
  expect((await lettersAbout(one))[1]).toMatchObject({ subject: "3 denúncias" });
  await passHour();
  expect(await announce()).toBe(0);
});

test("reports settled before they were announced are not; several sites announce one once", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  await report(site, id, "a");
  await settleReports(site.db, id, "archived");
  expect(await announce()).toBe(0);

  await report(site, id, "b");
  const announced = await Promise.all(Array.from({ length: 6 }, announce));
  expect(announced.sort()).toEqual([0, 0, 0, 0, 0, 1]);
  expect(await lettersAbout(id)).toHaveLength(1);
});
