import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { signInOperator } from "../../../testing/operator.ts";
import { storeOrder } from "../../../testing/orders.ts";
import { storeQuestion } from "../../../testing/questions.ts";
import { createUser, openTestSite, shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { listingChecks } from "../../db/check-schema.ts";
import { outbox } from "../../db/mail-schema.ts";
import { reports, visits } from "../../db/operation-schema.ts";
import { posts } from "../../db/schema.ts";
import { listAdvertisers } from "../advertisers/advertisers.server.ts";
import type { AdFilter } from "../listings/ad-filters.ts";
import { listAds } from "../listings/listed-ads.server.ts";
import { countTasks, readMonth } from "./today.server.ts";

const sharedSite = shareTestSite();
const day = today();

const yearsAgo = (years: number) => new Date(Date.now() - years * 366 * 86_400_000);

const message = (nome: string) =>
  ({ kind: "message", nome, email: "ana@example.com", mensagem: "Oi" }) as const;

test("counts what needs attention, and each count links to a list of the same rows", async () => {
  const site = sharedSite();
  const { db } = site;
  const confirmed = { emailVerified: true };
  for (const [displayName, days] of [
    ["Rita", 15],
    ["Zeca", 0],
    ["Ana", 16],
  ] as const) {
    await createUser(site, { displayName, ...confirmed, validoAte: addDays(day, days) });
  }
  await createUser(site, { displayName: "Neusa", plano: "nenhum", planEndedOn: addDays(day, -9) });
  const stale = await publish(site, { title: "Parado", telefone: "37900010264" });
  const fresh = await publish(site, { title: "Em dia", telefone: "37900010265" });
  await db
    .update(posts)
    .set({ createdAt: sql`now() - interval '31 days'`, datesUpdatedAt: null })
    .where(eq(posts.id, stale.id));
  await publish(site, { title: "Cópia", telefone: "37900010265" });
  const report = { postId: fresh.id, uid: fresh.user.uid, title: "Em dia", motivo: "golpe" };
  await db.insert(reports).values([report, report]);
  await db
    .insert(outbox)
    .values([
      { content: message("Marcos") },
      { content: message("Sônia"), doneAt: new Date() },
      { content: message("Edu"), lastError: "timeout", nextAttemptAt: new Date(2026, 0, 1, 15) },
    ]);
  await storeOrder(site, fresh.user.uid);
  await storeOrder(site, fresh.user.uid, { paidAt: new Date() });
  const asked = { uid: fresh.user.uid, postId: fresh.id };
  const waiting = { deliveredAt: new Date(Date.now() - 3 * 86_400_000) };
  for (const reportedAt of [null, null, null, new Date()]) {
    await storeQuestion(site, asked, { ...waiting, reportedAt });
  }

  await db
    .update(posts)
    .set({ checkedAt: yearsAgo(1) })
    .where(eq(posts.id, fresh.id));
  const lost = { postId: stale.id, endedAt: new Date(), endedBy: ["telefone"] };
  await db.insert(listingChecks).values(lost);

  expect(await countTasks(db)).toEqual({
    reports: 1,
    lookalikes: 1,
    copies: 0,
    messages: 2,
    questions: 1,
    testimonials: 0,
    payments: 1,
    silentOwners: 1,
    endingPlans: 2,
    endedPlans: 1,
    undelivered: 1,
    nextAttempt: expect.stringMatching(/^\d\d:\d\d$/),
    staleCalendars: 1,
    checksToRenew: 2,
    unconfirmedEmails: 3,
  });
  const names = async (search: Partial<Parameters<typeof listAdvertisers>[1]>) => {
    const all = { q: null, show: null, order: "novos", after: null, ...search } as const;
    return (await listAdvertisers(db, all)).rows.map(({ displayName }) => displayName);
  };
  expect(await names({ order: "vence" })).toEqual(["Zeca", "Rita", "Ana"]);
  expect(await names({ show: "vencidos" })).toEqual(["Neusa"]);
  expect(await names({ show: "sem-confirmar" })).toHaveLength(3);
  const ads = async (show: AdFilter) =>
    (await listAds(db, { q: null, show, after: null })).rows.map(({ title }) => title);
  expect(await ads("parados")).toEqual(["Parado"]);
  expect(await ads("renovar")).toEqual(["Em dia", "Parado"]);
});

test("advertisers and ads are found by part of a name, e-mail, phone, id or address", async () => {
  const site = sharedSite();
  const { db } = site;
  const { id, user } = await publish(site, {
    title: "Rancho 100% à beira",
    telefone: "35988887777",
  });
  const advertisers = async (q: string) => {
    const found = await listAdvertisers(db, { q, show: null, order: "novos", after: null });
    return found.rows.map((row) => row.id);
  };
  for (const q of [user.email.toUpperCase(), user.uid, "(35) 98888-7777"]) {
    expect(await advertisers(q), q).toEqual([user.uid]);
  }
  const ads = async (q: string) => {
    const found = await listAds(db, { q, show: null, after: null });
    return found.rows.map((row) => row.id);
  };
  for (const q of [
    "100%",
    id,
    `https://mardeminas.com.br/posts/${id}?pessoas=2`,
    "98888",
    user.email,
  ]) {
    expect(await ads(q), q).toEqual([id]);
  }
  for (const q of ["%_%", "\\", "'; drop table posts", "não\0há", "\ud800", "x".repeat(5000)]) {
    expect(await ads(q), q).toEqual([]);
    expect(await advertisers(q), q).toEqual([]);
  }
});

test("the month's figures start on its first day in the region", async () => {
  const site = sharedSite();
  const { id } = await publish(site, { title: "Visto" });
  const first = `${day.slice(0, 7)}-01`;
  await site.db.insert(visits).values([
    { postId: id, day: first, kind: "visita", n: 5 },
    { postId: id, day: addDays(first, -1), kind: "visita", n: 100 },
    { postId: id, day, kind: "whatsapp", n: 2 },
    { postId: id, day, kind: "telefone", n: 1 },
    { postId: id, day, kind: "busca", n: 50 },
  ]);
  const before = await readMonth(site.db);
  expect(before).toMatchObject({ visits: 5, contacts: 3 });
  // One second before midnight in the region; in UTC that is already this month.
  const lastMonth = new Date(Date.parse(`${first}T03:00:00Z`) - 1000);
  await createUser(site, { createdAt: lastMonth });
  await createUser(site, { createdAt: new Date(lastMonth.getTime() + 1000) });
  expect((await readMonth(site.db)).advertisers).toBe(before.advertisers + 1);
});

test("the panel says that the disk is nearly full, and only then", async () => {
  const site = await openTestSite();
  const { cookie } = await signInOperator(site);
  const read = async () => {
    const answer = await site.app.request("/operador", { headers: { Cookie: cookie } });
    return (await answer.text()).replaceAll("<!-- -->", "");
  };
  expect(await read()).not.toContain("O disco está quase cheio");
  site.photoStore.settings.minFreeBytes = 2 ** 60;
  expect(await read()).toMatch(
    /O disco está quase cheio: restam \d+,\d GB \(\d+ %\)\. Fotos novas estão sendo recusadas até você abrir espaço\./,
  );
});
