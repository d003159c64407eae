import { and, asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import {
  createAdvertiser,
  listSubjects,
  readAd,
  readUser,
  type User,
} from "../../../testing/plan-advertiser.ts";
import { createUser, openTestSite, shareTestSite } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { auditLog } from "../../db/operation-schema.ts";
import { posts } from "../../db/schema.ts";
import { grantPlan } from "./grant-plan.server.ts";
import { endPlans } from "./plan-ends.server.ts";

const sharedSite = shareTestSite();

const operator = { actor: "operador@example.com", reason: "Pix de janeiro" };

/** Grants on 2027-01-15. */
const grants: [string, User, Parameters<typeof grantPlan>[2], string | null][] = [
  [
    "a renewed month continues from the end of the current one",
    { validoAte: "2027-01-31" },
    { plano: "basico", end: { por: "mes" } },
    "2027-02-28",
  ],
  [
    "so does a year bought during the free days",
    { validoAte: "2027-02-10" },
    { plano: "basico", end: { por: "ano" } },
    "2028-02-10",
  ],
  [
    "another plan starts today, with what the 350 paid days left are worth",
    { validoAte: "2027-12-31" },
    { plano: "profissional", end: { por: "mes" } },
    "2027-06-05",
  ],
  [
    "free days left are worth nothing to another plan",
    { validoAte: "2027-02-14", freeUntil: "2027-02-14" },
    { plano: "profissional", end: { por: "mes" } },
    "2027-02-15",
  ],
  [
    "another plan to a given day ends on that day",
    { validoAte: "2027-12-31" },
    { plano: "profissional", end: { ate: "2027-03-31" } },
    "2027-03-31",
  ],
  [
    "an end in the past does not shorten a new term",
    { plano: "nenhum", planEndedOn: "2026-12-31" },
    { plano: "basico", end: { por: "30-dias" } },
    "2027-02-14",
  ],
  [
    "a plan without an end gets one from today",
    { validoAte: null },
    { plano: "basico", end: { por: "6-meses" } },
    "2027-07-15",
  ],
  [
    "a given day replaces the current end, also by an earlier one",
    { validoAte: "2027-12-31" },
    { plano: "basico", end: { ate: "2027-01-15" } },
    "2027-01-15",
  ],
  [
    "the end can be lifted",
    { validoAte: "2027-01-31" },
    { plano: "basico", end: { ate: null } },
    null,
  ],
];

test.each(grants)("%s", async (_title, plan, grant, validoAte) => {
  const site = sharedSite();
  const { uid } = await createAdvertiser(site, {
    ...plan,
    endedPlan: "profissional",
  });
  expect(
    await grantPlan(site.db, uid, grant, { ...operator, site, day: "2027-01-15" }),
  ).toMatchObject({
    ok: true,
    validoAte,
  });
  expect(await readUser(site, uid)).toMatchObject({
    plano: grant.plano,
    validoAte,
    planEndedOn: null,
    endedPlan: null,
  });
});

test("the free days of a plan are remembered until another one takes its place", async () => {
  const site = sharedSite();
  const { uid } = await createAdvertiser(site, { validoAte: null });
  const day = "2027-01-15";
  const grants: [Parameters<typeof grantPlan>[2], until: string, freeUntil: string | null][] = [
    [{ plano: "basico", end: { por: "30-dias" } }, "2027-02-14", "2027-02-14"],
    [{ plano: "basico", end: { por: "mes" } }, "2027-03-14", "2027-02-14"],
    [{ plano: "basico", end: { ate: "2027-03-16" } }, "2027-03-16", "2027-02-14"],
    // 30 paid days are worth 10 of the dearer plan.
    [{ plano: "profissional", end: { por: "mes" } }, "2027-02-25", null],
    [{ plano: "profissional", end: { por: "6-meses" } }, "2027-08-25", "2027-07-15"],
    [{ plano: "basico", end: { ate: "2027-08-25" } }, "2027-08-25", null],
    [{ plano: "nenhum", end: { ate: null } }, "", null],
  ];
  for (const [grant, until, freeUntil] of grants) {
    await grantPlan(site.db, uid, grant, { ...operator, site, day });
    expect(await readUser(site, uid)).toMatchObject({ validoAte: until || null, freeUntil });
  }
});

test("rejects a day in the past and a deleted account, and changes nothing", async () => {
  const site = sharedSite();
  const { uid } = await createAdvertiser(site, { validoAte: "2027-01-31" });
  const before = await readUser(site, uid);
  const grant = { plano: "profissional", end: { ate: "2027-01-14" } } as const;
  expect(
    await grantPlan(site.db, uid, grant, { ...operator, site, day: "2027-01-15" }),
  ).toMatchObject({
    ok: false,
    reason: "past-date",
    message: expect.stringContaining("já passou"),
  });
  expect(await readUser(site, uid)).toEqual(before);
  expect(
    await grantPlan(site.db, crypto.randomUUID(), grant, { ...operator, site, day: "2027-01-01" }),
  ).toMatchObject({
    ok: false,
    reason: "no-user",
  });
});

test("taking the plan away ends it that day, and repeating it changes nothing", async () => {
  const site = sharedSite();
  const { uid, id } = await createAdvertiser(site, { validoAte: "2027-12-31" });
  const none = { plano: "nenhum", end: { ate: null } } as const;
  await grantPlan(site.db, uid, none, { ...operator, site, day: "2027-01-15" });
  const expected = { plano: "nenhum", postsPermitidos: 0, validoAte: null };
  expect(await readUser(site, uid)).toMatchObject({ ...expected, planEndedOn: "2027-01-15" });
  await endPlans(site, "2027-02-15");
  expect(await readAd(site, id)).toBe("plan");
  await grantPlan(site.db, uid, none, { ...operator, site, day: "2027-03-01" });
  expect(await readUser(site, uid)).toMatchObject({ ...expected, planEndedOn: "2027-01-15" });
  expect(await readAd(site, id)).toBe("plan");
});

test("taking the plan from an account that never had one records no end and sends no e-mail", async () => {
  const site = sharedSite();
  const user = await createUser(site, { plano: "nenhum", postsPermitidos: 0 });
  await endPlans(site, "2027-02-15");
  await grantPlan(
    site.db,
    user.uid,
    { plano: "nenhum", end: { ate: null } },
    { ...operator, site, day: "2027-02-15" },
  );
  expect(await readUser(site, user.uid)).toMatchObject({ planEndedOn: null, validoAte: null });
  expect(await site.db.$count(outbox, eq(outbox.userId, user.uid))).toBe(0);
});

test("a plan granted during the grace period keeps the ads public and restarts its reminders", async () => {
  const site = sharedSite();
  const { uid, id } = await createAdvertiser(site, { validoAte: "2027-01-31" });
  await endPlans(site, "2027-02-10");
  const granted = await grantPlan(
    site.db,
    uid,
    { plano: "basico", end: { por: "mes" } },
    { ...operator, site, day: "2027-02-20" },
  );
  expect(granted).toMatchObject({ ok: true, validoAte: "2027-03-20", resumed: 0 });
  await endPlans(site, "2027-03-05");
  expect(await readAd(site, id)).toBe("public");
  await endPlans(site, "2027-03-13");
  expect((await listSubjects(site, uid)).at(-1)).toBe(
    "Seu plano no Mar de Minas vai até 20/03/2027",
  );
});

test("granting a plan shows the ads it had paused, and only those", async () => {
  const site = await openTestSite();
  const { uid, id } = await createAdvertiser(site, { plano: "nenhum", planEndedOn: "2027-01-31" });
  const others: string[] = [];
  for (const pausedBy of ["owner", "operator"] as const) {
    const ad = await publish(site);
    await site.db
      .update(posts)
      .set({ uid, pausedBy, pausedAt: sql`now()` })
      .where(eq(posts.id, ad.id));
    others.push(ad.id);
  }
  expect(await endPlans(site, "2027-04-01")).toEqual({ mailed: 1, ended: 0, paused: 1 });
  const readAll = () => Promise.all([id, ...others].map((one) => readAd(site, one)));
  expect(await readAll()).toEqual(["plan", "owner", "operator"]);
  const ate = "2027-12-31";
  expect(
    await grantPlan(
      site.db,
      uid,
      { plano: "basico", end: { ate } },
      { ...operator, site, day: "2027-04-02" },
    ),
  ).toEqual({
    ok: true,
    plano: "basico",
    postsPermitidos: 1,
    validoAte: ate,
    resumed: 1,
  });
  expect(await readAll()).toEqual(["public", "owner", "operator"]);
  expect(await readUser(site, uid)).toMatchObject({
    plano: "basico",
    postsPermitidos: 1,
    validoAte: ate,
    planEndedOn: null,
  });
});

test("the audit log says who granted a plan, and what the site itself ended and paused", async () => {
  const site = sharedSite();
  const { uid, email } = await createAdvertiser(site, { validoAte: "2027-01-31" });
  const plan = { plano: "basico", postsPermitidos: 1 };
  const none = { plano: "nenhum", postsPermitidos: 0, validoAte: null };
  await endPlans(site, "2027-04-01");
  await endPlans(site, "2027-04-01");
  await grantPlan(
    site.db,
    uid,
    { plano: "basico", end: { por: "mes" } },
    { ...operator, site, day: "2027-04-02" },
  );
  await grantPlan(
    site.db,
    uid,
    { plano: "basico", end: { ate: "2027-01-01" } },
    { ...operator, site, day: "2027-04-02" },
  );
  const log = await site.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, uid))
    .orderBy(asc(auditLog.at));
  const shared = { subject: email, reason: "" };
  expect(log).toMatchObject([
    {
      ...shared,
      actor: "site",
      action: "plan-ended",
      before: { ...plan, validoAte: "2027-01-31" },
      after: none,
    },
    { ...shared, actor: "site", action: "plan-listings-paused", after: { paused: 1 } },
    {
      ...operator,
      action: "plan-granted",
      before: none,
      after: { ...plan, validoAte: "2027-05-02", resumed: 1 },
    },
  ]);
});

interface Told {
  title: string;
  had: User;
  grant: Parameters<typeof grantPlan>[2];
  subject: string;
  words: string[];
}

/** Grants on 2027-01-15, and the e-mail about each. */
const told: Told[] = [
  {
    title: "six free months, the first date of a new account",
    had: {},
    grant: { plano: "basico", end: { por: "6-meses" } },
    subject: "Seu Plano Básico no Mar de Minas vai até 15/07/2027",
    words: [
      "Seu Plano Básico vai até 15/07/2027, incluído. Nele cabe 1 anúncio.",
      "São 6 meses grátis: não há nada a pagar agora.",
      "Para continuar depois, R$ 25,00 por mês ou R$ 250,00 por ano.",
    ],
  },
  {
    title: "a renewed month",
    had: { validoAte: "2027-01-31" },
    grant: { plano: "basico", end: { por: "mes" } },
    subject: "Seu Plano Básico no Mar de Minas foi renovado",
    words: ["Seu Plano Básico vai até 28/02/2027, incluído."],
  },
  {
    title: "another plan",
    had: { validoAte: "2027-01-31" },
    grant: { plano: "profissional", end: { por: "ano" } },
    subject: "Agora você está no Plano Profissional do Mar de Minas",
    words: [
      "até 20/01/2028",
      "cabem até 2 anúncios.",
      "Os 16 dias que faltavam do Plano Básico valem 5 dias no Plano Profissional.",
      "R$ 80,00 por mês ou R$ 800,00 por ano",
    ],
  },
  {
    title: "a plan after none",
    had: { plano: "nenhum", postsPermitidos: 0 },
    grant: { plano: "basico", end: { ate: null } },
    subject: "Seu Plano Básico no Mar de Minas está ativo",
    words: ["Você está no Plano Básico.", "Não há nada a pagar agora, nem data para terminar."],
  },
  {
    title: "an earlier end",
    had: { validoAte: "2027-12-31" },
    grant: { plano: "basico", end: { ate: "2027-02-15" } },
    subject: "Seu Plano Básico no Mar de Minas vai até 15/02/2027",
    words: ["Seu Plano Básico vai até 15/02/2027, incluído."],
  },
  {
    title: "no plan any more",
    had: { plano: "profissional", postsPermitidos: 2, validoAte: "2027-12-31" },
    grant: { plano: "nenhum", end: { ate: null } },
    subject: "Seu plano no Mar de Minas terminou",
    words: [
      "Seu Plano Profissional terminou em 15/01/2027.",
      "Mas seu anúncio fica no ar até 14/02/2027, daqui a 30 dias.",
      "Para renovar o Plano Profissional, R$ 80,00 por mês ou R$ 800,00 por ano.",
    ],
  },
];

test.each(told)("$title is told by e-mail, with its price, once", async (example) => {
  const site = await openTestSite({ SITE_URL: "https://mardeminas.example" });
  const { uid } = await createAdvertiser(site, example.had);
  const circumstances = { ...operator, site, day: "2027-01-15" };
  await grantPlan(site.db, uid, example.grant, circumstances);
  expect(await listSubjects(site, uid)).toEqual([example.subject]);
  const [row] = await site.db.select().from(outbox);
  const text = row?.content.kind === "letter" ? row.content.text : "";
  for (const words of example.words) expect(text).toContain(words);
  expect(text).toMatch(/https:\/\/mardeminas\.example\/contato\?plano=(basico|profissional)/);
  await endPlans(site, "2027-01-15");
  if (!("por" in example.grant.end)) await grantPlan(site.db, uid, example.grant, circumstances);
  expect(await listSubjects(site, uid)).toEqual([example.subject]);
});

test("the e-mail of a grant also says that ads are public again", async () => {
  const site = await openTestSite();
  const { uid, id } = await createAdvertiser(site, {
    plano: "nenhum",
    planEndedOn: "2027-01-31",
    endedPlan: "basico",
  });
  await endPlans(site, "2027-04-01");
  await grantPlan(
    site.db,
    uid,
    { plano: "basico", end: { por: "mes" } },
    { ...operator, site, day: "2027-04-02" },
  );
  expect(await readAd(site, id)).toBe("public");
  expect(await listSubjects(site, uid)).toEqual([
    "Seu anúncio saiu do ar no Mar de Minas",
    "Seu Plano Básico no Mar de Minas foi renovado, e seu anúncio voltou ao ar",
  ]);
});

test("a month sold today isn't announced as ending in a month", async () => {
  const site = await openTestSite();
  const { uid } = await createAdvertiser(site, {});
  const month = { plano: "basico", end: { por: "mes" } } as const;
  await grantPlan(site.db, uid, month, { ...operator, site, day: "2027-02-01" });
  for (const day of ["2027-02-01", "2027-02-02", "2027-02-21"]) await endPlans(site, day);
  expect(await listSubjects(site, uid)).toHaveLength(1);
  await endPlans(site, "2027-02-22");
  expect(await listSubjects(site, uid)).toHaveLength(2);
});

test("a failed outbox keeps the plan as it was", async () => {
  const site = await openTestSite();
  const { uid } = await createAdvertiser(site, { validoAte: "2027-01-31" });
  await site.owner.execute(sql`alter table outbox add constraint broken check (false)`);
  const month = { plano: "basico", end: { por: "mes" } } as const;
  const circumstances = { ...operator, site, day: "2027-01-15" };
  await expect(grantPlan(site.db, uid, month, circumstances)).rejects.toThrow();
  expect(await readUser(site, uid)).toMatchObject({ validoAte: "2027-01-31" });
  await site.owner.execute(sql`alter table outbox drop constraint broken`);
});

test("a blocked advertiser gets no e-mail about a granted plan", async () => {
  const site = await openTestSite();
  const { uid } = await createAdvertiser(site, { blockedAt: new Date() });
  const month = { plano: "basico", end: { por: "mes" } } as const;
  await grantPlan(site.db, uid, month, { ...operator, site, day: "2027-01-15" });
  expect(await listSubjects(site, uid)).toEqual([]);
});

test.each([
  ["tomorrow", "2027-01-16", false],
  ["in a month", "2027-02-15", true],
])(
  "a plan that ends %s promises a letter before its end only if one is to come",
  async (_, ate, isPromised) => {
    const site = sharedSite();
    const { uid } = await createAdvertiser(site, { validoAte: "2027-01-15" });
    const grant = { plano: "basico", end: { ate } } as const;
    await grantPlan(site.db, uid, grant, { ...operator, site, day: "2027-01-15" });
    const [letter] = await site.db
      .select({ text: sql<string>`${outbox.content}->>'text'` })
      .from(outbox)
      .where(and(eq(outbox.userId, uid), sql`${outbox.content}->>'subject' like 'Seu Plano%'`));
    expect(letter?.text).toContain("Seu Plano Básico vai até");
    expect(letter?.text.includes("Perto do fim, avisamos por e-mail.")).toBe(isPromised);
  },
);
