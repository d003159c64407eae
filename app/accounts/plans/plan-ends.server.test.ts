import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { storeOrder } from "../../../testing/orders.ts";
import {
  createAdvertiser,
  listSubjects,
  readAd,
  readUser,
} from "../../../testing/plan-advertiser.ts";
import {
  createUser,
  openSiteOn,
  openTestSite,
  shareTestSite,
  type TestSite,
} from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { planOrders } from "../../db/order-schema.ts";
import { posts, users } from "../../db/schema.ts";
import { grantPlan } from "./grant-plan.server.ts";
import { endPlans } from "./plan-ends.server.ts";

const sharedSite = shareTestSite();

const operator = { actor: "operador@example.com", reason: "Pix de janeiro" };

const inDays = (days: number) => `Seu plano no Mar de Minas termina daqui a ${days} dias`;
const soon = (end: string) => `Seu plano no Mar de Minas vai até ${end}`;
const lastDay = "Hoje é o último dia do seu plano no Mar de Minas";
const ended = (end: string) => `Seu plano no Mar de Minas terminou em ${end}`;
const pausesAfter = (day: string) => `Seu anúncio fica no Mar de Minas só até ${day}`;
const paused = "Seu anúncio saiu do ar no Mar de Minas";

/** Days on which the job runs: the e-mail it sends, then the plan and the ad. */
type Run = [day: string, mail: string, plano: string, ad: string];
const timelines: [title: string, validoAte: string | null, runs: Run[]][] = [
  [
    "every day around an end on the 31st",
    "2027-01-31",
    [
      ["2026-12-31", "", "basico", "public"],
      ["2027-01-01", inDays(30), "basico", "public"],
      ["2027-01-01", "", "basico", "public"],
      ["2027-01-23", "", "basico", "public"],
      ["2027-01-24", soon("31/01/2027"), "basico", "public"],
      ["2027-01-24", "", "basico", "public"],
      ["2027-01-25", "", "basico", "public"],
      ["2027-01-31", lastDay, "basico", "public"],
      ["2027-01-31", "", "basico", "public"],
      ["2027-02-01", ended("31/01/2027"), "nenhum", "public"],
      ["2027-02-01", "", "nenhum", "public"],
      ["2027-02-22", "", "nenhum", "public"],
      ["2027-02-23", pausesAfter("02/03/2027"), "nenhum", "public"],
      ["2027-02-24", "", "nenhum", "public"],
      ["2027-03-02", "", "nenhum", "public"],
      ["2027-03-03", paused, "nenhum", "plan"],
      ["2027-03-03", "", "nenhum", "plan"],
      ["2027-03-04", "", "nenhum", "plan"],
      ["2028-03-04", "", "nenhum", "plan"],
    ],
  ],
  [
    "an end on 29 February",
    "2028-02-29",
    [
      ["2028-01-30", inDays(30), "basico", "public"],
      ["2028-02-22", soon("29/02/2028"), "basico", "public"],
      ["2028-02-29", lastDay, "basico", "public"],
      ["2028-03-01", ended("29/02/2028"), "nenhum", "public"],
      ["2028-03-30", pausesAfter("30/03/2028"), "nenhum", "public"],
      ["2028-03-31", paused, "nenhum", "plan"],
    ],
  ],
  [
    "an end on New Year's Eve",
    "2026-12-31",
    [
      ["2026-12-24", soon("31/12/2026"), "basico", "public"],
      ["2026-12-31", lastDay, "basico", "public"],
      ["2027-01-01", ended("31/12/2026"), "nenhum", "public"],
      ["2027-01-30", pausesAfter("30/01/2027"), "nenhum", "public"],
      ["2027-01-31", paused, "nenhum", "plan"],
    ],
  ],
  [
    "a first run three weeks before the end says so, and then a week before",
    "2027-01-31",
    [
      ["2027-01-10", inDays(21), "basico", "public"],
      ["2027-01-24", soon("31/01/2027"), "basico", "public"],
    ],
  ],
  [
    "a first run three days before the end still warns of it",
    "2027-01-31",
    [["2027-01-28", soon("31/01/2027"), "basico", "public"]],
  ],
  [
    "a first run on the last day says only that",
    "2027-01-31",
    [
      ["2027-01-31", lastDay, "basico", "public"],
      ["2027-02-01", ended("31/01/2027"), "nenhum", "public"],
    ],
  ],
  [
    "a first run after the end says that it has ended, once",
    "2027-01-31",
    [
      ["2027-02-05", ended("31/01/2027"), "nenhum", "public"],
      ["2027-02-06", "", "nenhum", "public"],
    ],
  ],
  [
    "stopped from the first warning until the ad is about to be paused",
    "2027-01-31",
    [
      ["2027-01-24", soon("31/01/2027"), "basico", "public"],
      ["2027-02-26", pausesAfter("02/03/2027"), "nenhum", "public"],
      ["2027-02-27", "", "nenhum", "public"],
      ["2027-03-03", paused, "nenhum", "plan"],
    ],
  ],
  [
    "stopped until after the grace period: ended and paused in one run, with one e-mail",
    "2027-01-31",
    [
      ["2027-05-01", paused, "nenhum", "plan"],
      ["2027-05-02", "", "nenhum", "plan"],
    ],
  ],
  [
    "a plan without an end",
    null,
    [
      ["2027-01-31", "", "basico", "public"],
      ["2099-12-31", "", "basico", "public"],
    ],
  ],
];

test.each(timelines)("%s", async (_title, validoAte, runs) => {
  const site = sharedSite();
  const { uid, id } = await createAdvertiser(site, { validoAte });
  let before: string[] = [];
  for (const [day, mail, plano, ad] of runs) {
    await endPlans(site, day);
    const user = await readUser(site, uid);
    const subjects = await listSubjects(site, uid);
    const seen = [day, subjects.slice(before.length).join(), user.plano, await readAd(site, id)];
    expect(seen).toEqual([day, mail, plano, ad]);
    expect(user.postsPermitidos).toBe(plano === "nenhum" ? 0 : 1);
    expect([user.validoAte, user.planEndedOn]).toEqual(
      plano === "nenhum" ? [null, validoAte] : [validoAte, null],
    );
    before = subjects;
  }
});

const address = "https://mardeminas.example";

/** The e-mails that the job sends on some days, as "subject: text". */
async function readLetters(
  site: TestSite,
  advertiser: Parameters<typeof createAdvertiser>[1],
  days: string[],
): Promise<string[]> {
  const { email } = await createAdvertiser(site, { ...advertiser, emailVerified: true });
  for (const day of days) await endPlans(site, day);
  const rows = await site.db
    .select()
    .from(outbox)
    .where(sql`${outbox.content}->>'to' = ${email}`)
    .orderBy(asc(outbox.createdAt));
  return rows.map(({ content }) =>
    content.kind === "letter" ? `${content.subject}: ${content.text}` : "",
  );
}

const everyLetter = [
  "2027-01-01",
  "2027-01-24",
  "2027-01-31",
  "2027-02-01",
  "2027-02-23",
  "2027-03-03",
];

test("each e-mail names the plan, the days, what happens to the ad, the price and how to pay", async () => {
  const site = await openTestSite({ SITE_URL: address, SITE_EMAIL: "contato@mardeminas.example" });
  const plan = { plano: "profissional", postsPermitidos: 2, validoAte: "2027-01-31" };
  const letters = await readLetters(site, plan, everyLetter);
  const stays = "seu anúncio fica no ar até 02/03/2027";
  const words = [
    ["Seu Plano Profissional vai até 31/01/2027, daqui a 30 dias.", stays],
    ["Seu Plano Profissional vai até 31/01/2027, daqui a 7 dias.", stays],
    ["Hoje, 31/01/2027, é o último dia do seu Plano Profissional.", stays],
    ["Seu Plano Profissional terminou em 31/01/2027.", `${stays}, daqui a 29 dias.`],
    ["Seu Plano Profissional terminou em 31/01/2027.", `${stays}, daqui a 7 dias.`],
    ["Seu anúncio saiu do ar hoje, porque o seu Plano Profissional terminou", "Nada foi apagado"],
  ];
  expect(letters).toHaveLength(words.length);
  for (const [n, letter] of letters.entries()) {
    for (const part of words[n] ?? []) expect(letter).toContain(part);
    expect(letter).toContain("R$ 80,00 por mês ou R$ 800,00 por ano");
    expect(letter).toContain(`${address}/contato?plano=profissional&para=renovar`);
    expect(letter).toContain(`${address}/plans`);
    expect(letter).not.toContain("Pix");
  }
});

test("where plans are paid by Pix, each e-mail leads to the code of that plan", async () => {
  const site = await openTestSite({
    SITE_URL: address,
    PIX_KEY: "pix@mardeminas.example",
    PIX_NAME: "Mar de Minas",
    PIX_CITY: "Capitolio",
  });
  const letters = await readLetters(site, { validoAte: "2027-01-31" }, everyLetter);
  expect(letters).toHaveLength(6);
  for (const letter of letters) {
    expect(letter).toContain(`${address}/plans/pix?plano=basico&por=mes`);
  }
});

test("an advertiser without ads hears of the plan's end, and of no ads", async () => {
  const site = await openTestSite();
  const { uid } = await createUser(site, { validoAte: "2027-01-31" });
  for (const day of everyLetter) await endPlans(site, day);
  expect(await listSubjects(site, uid)).toEqual([
    inDays(30),
    soon("31/01/2027"),
    lastDay,
    ended("31/01/2027"),
  ]);
});

test("ads paused by their owner don't leave the air with the plan", async () => {
  const site = await openTestSite();
  const { uid, id } = await createAdvertiser(site, { validoAte: "2027-01-31" });
  await site.db.update(posts).set({ pausedAt: sql`now()`, pausedBy: "owner" });
  for (const day of everyLetter.slice(3)) await endPlans(site, day);
  expect(await listSubjects(site, uid)).toEqual([ended("31/01/2027")]);
  expect(await readAd(site, id)).toBe("owner");
});

test("what the previous version announced isn't announced again", async () => {
  const site = await openTestSite();
  const warned = await createAdvertiser(site, {
    validoAte: "2027-01-31",
    warnedOfEnd: "2027-01-31",
  });
  const told = await createAdvertiser(site, { validoAte: "2027-01-26", toldOfEnd: "2027-01-26" });
  const over = await createAdvertiser(site, { plano: "nenhum", planEndedOn: "2027-01-10" });
  await endPlans(site, "2027-01-26");
  for (const { uid } of [warned, told, over]) expect(await listSubjects(site, uid)).toEqual([]);
});

test("two sites at once send each e-mail, end each plan and pause each ad once", async () => {
  const site = await openTestSite();
  const second = await openSiteOn(site.databaseUrl);
  for (let n = 0; n < 4; n += 1) {
    await createAdvertiser(site, { validoAte: "2027-01-31" });
    await createAdvertiser(site, { plano: "nenhum", planEndedOn: "2027-01-01" });
  }
  const rounds = [site, second, site, second].map((one) => endPlans(one, "2027-02-01"));
  const total = { mailed: 0, ended: 0, paused: 0 };
  for (const { mailed, ended, paused } of await Promise.all(rounds)) {
    total.mailed += mailed;
    total.ended += ended;
    total.paused += paused;
  }
  expect(total).toEqual({ mailed: 8, ended: 4, paused: 4 });
  expect(await site.db.$count(outbox)).toBe(8);
  expect(await site.db.$count(users, eq(users.plano, "nenhum"))).toBe(8);
  expect(await site.db.$count(posts, eq(posts.pausedBy, "plan"))).toBe(4);
});

test("if an e-mail can't be queued, the plan stays as it was until the next run", async () => {
  const site = await openTestSite();
  const { uid } = await createAdvertiser(site, { validoAte: "2027-01-31" });
  await site.owner.execute(sql`alter table outbox add constraint broken check (false)`);
  await expect(endPlans(site, "2027-02-01")).rejects.toThrow();
  expect(await readUser(site, uid)).toMatchObject({ plano: "basico", endLetter: null });
  await site.owner.execute(sql`alter table outbox drop constraint broken`);
  expect(await endPlans(site, "2027-02-01")).toEqual({ mailed: 1, ended: 1, paused: 0 });
});

test("an ad its owner shows again after the grace period is paused by the next run", async () => {
  const site = await openTestSite();
  const { id } = await createAdvertiser(site, { plano: "nenhum", planEndedOn: "2027-01-31" });
  await endPlans(site, "2027-03-03");
  await site.db.update(posts).set({ pausedAt: null, pausedBy: null });
  expect(await endPlans(site, "2027-03-03")).toMatchObject({ paused: 1 });
  expect(await readAd(site, id)).toBe("plan");
});

test("a plan granted by the previous version, which stores no end, keeps its ads public", async () => {
  const site = sharedSite();
  const { uid, id } = await createAdvertiser(site, { plano: "nenhum", planEndedOn: "2027-01-31" });
  await site.db.update(users).set({ plano: "basico", postsPermitidos: 1 }).where(eq(users.id, uid));
  await endPlans(site, "2027-04-01");
  expect(await readAd(site, id)).toBe("public");
  expect(await readUser(site, uid)).toMatchObject({ plano: "basico", postsPermitidos: 1 });
});

test("a blocked advertiser gets no e-mail, and granting a plan shows none of their ads", async () => {
  const site = sharedSite();
  const { uid, id } = await createAdvertiser(site, {
    validoAte: "2027-01-31",
    blockedAt: new Date(),
  });
  await endPlans(site, "2027-01-31");
  await endPlans(site, "2027-04-01");
  expect(await listSubjects(site, uid)).toEqual([]);
  expect(await readAd(site, id)).toBe("plan");
  await grantPlan(
    site.db,
    uid,
    { plano: "basico", end: { ate: null } },
    { ...operator, site, day: "2027-04-01" },
  );
  expect(await readAd(site, id)).toBe("block");
});

async function lettersOf({ db }: TestSite, uid: string) {
  const rows = await db
    .select({ content: outbox.content })
    .from(outbox)
    .where(eq(outbox.userId, uid))
    .orderBy(asc(outbox.createdAt));
  return rows.map(({ content }) =>
    content.kind === "letter" ? { text: content.text, url: content.button?.url } : null,
  );
}

test("around an end, a payment told of is said to wait, and nothing asks for another until it isn't found", async () => {
  const site = sharedSite();
  const asking = { db: site.db, mailedSiteUrl: address, pix: {} };
  const { uid } = await createAdvertiser(site, { validoAte: "2027-01-29" });
  // A Thursday.
  const paidAt = new Date("2027-01-28T15:00:00Z");
  const order = await storeOrder(site, uid, { createdAt: paidAt, paidAt });
  for (const day of ["2027-01-29", "2027-01-30", "2027-03-01"]) await endPlans(asking, day);

  const letters = await lettersOf(site, uid);
  expect(letters).toHaveLength(3);
  const waiting =
    "Seu aviso de R$ 25,00 chegou; conferimos até 29/01/2027. É do Plano Básico, 1 mês.";
  const late = "Seu aviso de R$ 25,00 chegou em 28/01/2027, e ainda não conferimos.";
  for (const [n, sentence, path] of [
    [0, waiting, "/dashboard"],
    [1, late, "/contato?plano=basico&para=renovar"],
    [2, late, "/contato?plano=basico&para=renovar"],
  ] as const) {
    expect(letters[n]?.text).toContain(sentence);
    expect(letters[n]?.text).toContain("Não é preciso pagar de novo.");
    expect(letters[n]?.text).not.toMatch(/Pagar com Pix|\/plans|por mês|renovar/);
    expect(letters[n]?.url).toBe(address + path);
  }
  expect(letters[1]?.text).toContain("só em pausa até conferirmos o seu pagamento.");
  expect(letters[2]?.text).toContain("volta como estava quando conferirmos o seu pagamento.");

  const circumstances = { ...operator, site: asking, day: "2027-03-02" };
  await grantPlan(site.db, uid, { plano: "nenhum", end: { ate: null } }, circumstances);
  await site.db
    .update(planOrders)
    .set({ settledAt: sql`now()`, settledAs: "missing", motivo: "Não chegou." })
    .where(eq(planOrders.id, order.id));
  const renewed = { ...circumstances, day: "2027-03-03" };
  await grantPlan(site.db, uid, { plano: "basico", end: { por: "mes" } }, renewed);
  const last = (await lettersOf(site, uid)).at(-1);
  expect(last?.text).toContain(`Pagar com Pix: ${address}/plans/pix`);
});

test("a plan granted while a payment waits doesn't ask for another", async () => {
  const site = sharedSite();
  const asking = { db: site.db, mailedSiteUrl: address, pix: {} };
  const { uid } = await createAdvertiser(site, { validoAte: "2027-01-29" });
  const paidAt = new Date("2027-01-28T15:00:00Z");
  await storeOrder(site, uid, { createdAt: paidAt, paidAt });
  const day = "2027-01-29";
  const granted = { plano: "basico", end: { por: "mes" } } as const;
  await grantPlan(site.db, uid, granted, { ...operator, site: asking, day });
  const [letter] = await lettersOf(site, uid);
  expect(letter?.text).toContain("Seu aviso de R$ 25,00 chegou; conferimos até 29/01/2027.");
  expect(letter?.text).not.toMatch(/Pagar com Pix|por mês/);
  expect(letter?.url).toBe(`${address}/dashboard`);
});
