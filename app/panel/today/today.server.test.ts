import { eq, inArray, isNotNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { signInOperator } from "../../../testing/operator.ts";
import { storeOrder } from "../../../testing/orders.ts";
import { lettersTo, newAddress, storeQuestion } from "../../../testing/questions.ts";
import { createUser, shareTestSite } from "../../../testing/site.ts";
import { addDays, formatCivilDate, today } from "../../domain/calendar/civil-date.ts";
import { feeds } from "../../platform/db/calendar-schema.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { jobRuns, reports, visits } from "../../platform/db/operation-schema.ts";
import { photos, rateLimits, users } from "../../platform/db/schema.ts";
import { recordFailure, recordSuccess } from "../../platform/web/watch/job-runs.server.ts";
import { listAdvertisers } from "../advertisers/advertisers.server.ts";
import { listAds } from "../listings/listed-ads.server.ts";
import { listTasks, readMonth } from "./today.server.ts";
import { listProblems } from "./upkeep.server.ts";
import { sendUpkeepLetter } from "./upkeep-letter.server.ts";

const sharedSite = shareTestSite();
const day = today();
const hoursAgo = (hours: number) => sql`now() - ${hours} * interval '1 hour'`;

test("lists what waits, the most first, each with the way to it", async () => {
  const site = sharedSite();
  const { db } = site;
  const ends: [string, object][] = [
    ["Rita", { validoAte: addDays(day, 7) }],
    ["Zeca", { validoAte: day }],
    ["Ana", { validoAte: addDays(day, 8) }],
    ["Neusa", { plano: "nenhum", planEndedOn: addDays(day, -30) }],
    ["Ivo", { plano: "nenhum", planEndedOn: addDays(day, -31) }],
  ];
  for (const [displayName, plan] of ends) await createUser(site, { displayName, ...plan });
  const ad = await publish(site, { telefone: "37900010265" });
  await publish(site, { telefone: "37900010265" });
  const report = { postId: ad.id, uid: ad.user.uid, title: "Em dia", motivo: "golpe" };
  await db.insert(reports).values([report, report]);
  const message = {
    kind: "message",
    nome: "Edu",
    email: "ana@example.com",
    mensagem: "Oi",
  } as const;
  const failing = { lastError: "timeout", nextAttemptAt: new Date(2026, 0, 1, 15) };
  const done = { doneAt: new Date() };
  for (const state of [{}, done, failing]) {
    await db.insert(outbox).values({ content: message, ...state });
  }
  await storeOrder(site, ad.user.uid);
  await storeOrder(site, ad.user.uid, { reportedPaidAt: new Date() });
  const asked = { uid: ad.user.uid, postId: ad.id };
  await storeQuestion(site, asked, { deliveredAt: new Date(), reportedAt: new Date() });

  const tasks = await listTasks(db);
  expect(tasks.map(({ text }) => text)).toEqual([
    "2 mensagens",
    "1 anúncio denunciado",
    "1 telefone repetido",
    "1 pergunta retida ou denunciada",
    expect.stringMatching(`^Pix de ${ad.user.displayName}, R\\$`),
    "1 e-mail não saiu",
    `O plano de Neusa foi até ${formatCivilDate(addDays(day, -30))}`,
    `O plano de Zeca vai até ${formatCivilDate(day)}`,
    `O plano de Rita vai até ${formatCivilDate(addDays(day, 7))}`,
  ]);
  expect(tasks.at(-1)?.to).toMatch(/^\/operador\/anunciantes\?q=[\da-f-]{36}$/);
  await db.update(outbox).set({ doneAt: new Date() }).where(isNotNull(outbox.lastError));
  expect(await listTasks(db)).toContainEqual(expect.objectContaining({ text: "Edu escreveu" }));
});

test("advertisers and ads are found by part of a name, e-mail, phone, id or address", async () => {
  const { db } = sharedSite();
  const fields = { title: "Rancho 100% à beira", telefone: "35988887777" };
  const { id, user } = await publish(sharedSite(), fields);
  const advertisers = async (q: string) => (await listAdvertisers(db, q, 9)).map((row) => row.id);
  const ads = async (q: string) => (await listAds(db, q, 9)).map((row) => row.id);
  for (const q of [user.email.toUpperCase(), user.uid, "(35) 98888-7777"]) {
    expect(await advertisers(q), q).toEqual([user.uid]);
  }
  const address = `https://mardeminas.com.br/posts/${id}?pessoas=2`;
  for (const q of ["100%", id, address, "98888", user.email]) {
    expect(await ads(q), q).toEqual([id]);
  }
  // As some keyboards write it: each accent a character of its own.
  const name = "João Sítio".normalize("NFD");
  const joao = await publish(sharedSite(), { title: name });
  const named = await createUser(sharedSite(), { displayName: name });
  for (const q of ["joao s", "João  Sítio", name, "JOÃO\u00a0SIT", "\u202asitio\u202c"]) {
    expect([await ads(q), await advertisers(q)], q).toEqual([[joao.id], [named.uid]]);
  }
  for (const q of ["%_%", "\\", "'; drop table posts", "não\0há", "\ud800", "x".repeat(5000)]) {
    expect([await ads(q), await advertisers(q)], q).toEqual([[], []]);
  }
});

test("the month's figures start on its first day in the region", async () => {
  const site = sharedSite();
  const { id } = await publish(site, { title: "Visto" });
  const first = `${day.slice(0, 7)}-01`;
  const earlier = (await readMonth(site.db)).contacts;
  await site.db.insert(visits).values([
    { postId: id, day: addDays(first, -1), kind: "whatsapp", n: 100 },
    { postId: id, day: first, kind: "whatsapp", n: 2 },
    { postId: id, day, kind: "telefone", n: 1 },
    { postId: id, day, kind: "busca", n: 50 },
  ]);
  const before = await readMonth(site.db);
  expect(before.contacts - earlier).toBe(3);
  // One second before midnight in the region; in UTC that is already this month.
  const lastMonth = new Date(Date.parse(`${first}T03:00:00Z`) - 1000);
  await createUser(site, { createdAt: lastMonth });
  await createUser(site, { createdAt: new Date(lastMonth.getTime() + 1000) });
  expect((await readMonth(site.db)).advertisers).toBe(before.advertisers + 1);
});

const titles = {
  backup: "Backup",
  worker: "Processos do site",
  "photo-sweep": "Limpeza das fotos",
  purge: "Limpeza do banco",
};
const roomy = { bytes: 50e9, share: 0.5, isLow: false };

/** Leaves nothing to do, whatever other tests left. */
async function settleEverything(): Promise<void> {
  const { db } = sharedSite();
  for (const table of [jobRuns, feeds, outbox]) await db.delete(table);
  await db.update(photos).set({ sizesDue: false });
}

/** Publishes an ad whose photo and other calendar are late. */
async function addWork(): Promise<void> {
  const { db } = sharedSite();
  const { id } = await publish(sharedSite(), { title: "Atrasado" });
  await db
    .update(photos)
    .set({ createdAt: hoursAgo(2) })
    .where(eq(photos.postId, id));
  const feed = { nome: "Airbnb", endereco: "https://example.com/a.ics" };
  await db.insert(feeds).values({ postId: id, ...feed, nextReadingAt: hoursAgo(2) });
}

test("names tasks for the operator, and nothing while all is well", async () => {
  const { db } = sharedSite();
  await settleEverything();
  await recordSuccess(db, "backup");
  await recordFailure(db, "purge", "Error: timeout");
  await recordSuccess(db, "purge");
  expect(await listProblems(db, roomy, titles)).toEqual([]);

  await addWork();
  await recordFailure(db, "photo-sweep", "Error: disk full");
  await recordFailure(db, "worker", "SIGKILL");
  await db
    .update(jobRuns)
    .set({ succeededAt: hoursAgo(27) })
    .where(eq(jobRuns.job, "backup"));
  const content = { kind: "letter", to: "a@example.com", subject: "s", text: "t" } as const;
  await db.insert(outbox).values({ content, state: "failed" });

  const at = String.raw`\d\d/\d\d/\d{4} \d\d:\d\d`;
  expect(await listProblems(db, { ...roomy, isLow: true }, titles)).toEqual([
    expect.stringMatching(`^O último backup bom é de ${at}\\.$`),
    expect.stringMatching(`^Um processo do site terminou sem aviso .* em ${at}: SIGKILL$`),
    expect.stringMatching(`^Limpeza das fotos falhou em ${at}: Error: disk full$`),
    "O disco está quase cheio: fotos novas são recusadas.",
    "E-mails que desistimos de enviar: 1.",
    "Calendários de outros sites atrasados há mais de uma hora: 1.",
    "Fotos à espera de tamanhos há mais de uma hora: 1.",
  ]);
});

test("a site that has held a real account for three days without any backup says so", async () => {
  const site = sharedSite();
  await settleEverything();
  const real = await createUser(site, { emailVerified: true, email: "dona@sitio.example" });
  const sample = await createUser(site, { emailVerified: true });
  const age = (uid: string, hours: number) =>
    site.db
      .update(users)
      .set({ createdAt: hoursAgo(hours) })
      .where(eq(users.id, uid));
  await age(sample.uid, 500);
  await age(real.uid, 71);
  expect(await listProblems(site.db, roomy, titles)).toEqual([]);
  await age(real.uid, 73);
  await recordFailure(site.db, "backup", "Error: disk full");
  expect(await listProblems(site.db, roomy, titles)).toContain(
    "Este banco ainda não tem nenhum backup bom: npm run operador -- backup",
  );
  await recordSuccess(site.db, "backup");
  expect(await listProblems(site.db, roomy, titles)).toEqual([]);
  await site.db.delete(users).where(inArray(users.id, [real.uid, sample.uid]));
});

test("the operator gets one e-mail a day at most, and none without SITE_EMAIL or a problem", async () => {
  const siteEmail = newAddress();
  const site = { ...sharedSite(), siteEmail };
  await settleEverything();
  expect(await sendUpkeepLetter(site, titles)).toBe(0);
  await recordFailure(site.db, "purge", "Error: timeout");
  expect(await sendUpkeepLetter({ ...site, siteEmail: null }, titles)).toBe(0);
  const sent = await Promise.all([sendUpkeepLetter(site, titles), sendUpkeepLetter(site, titles)]);
  expect(sent.toSorted()).toEqual([0, 1]);
  expect(await sendUpkeepLetter(site, titles)).toBe(0);
  expect(await lettersTo(sharedSite(), siteEmail)).toMatchObject([
    { toOperator: true, text: expect.stringContaining("- Limpeza do banco falhou em ") },
  ]);

  await site.db.update(rateLimits).set({ expire: 0 }).where(eq(rateLimits.key, "upkeep-letter"));
  expect(await sendUpkeepLetter(site, titles)).toBe(1);
});

test("Hoje says what fails, or that all is well", async () => {
  const site = sharedSite();
  const { cookie } = await signInOperator(site);
  const read = async () =>
    (await site.app.request("/operador", { headers: { Cookie: cookie } })).text();
  await settleEverything();
  expect(await read()).toContain("Tudo funcionando.");
  await recordFailure(site.db, "purge", "DatabaseError (57014): timeout");
  const { settings } = site.photoStore;
  const { minFreeBytes } = settings;
  settings.minFreeBytes = 2 ** 60;
  const failing = await read();
  settings.minFreeBytes = minFreeBytes;
  expect(failing).toContain("O disco está quase cheio: fotos novas são recusadas.");
  expect(failing).toContain("Limpeza do banco falhou em");
  expect(failing).not.toContain("Tudo funcionando");
});
