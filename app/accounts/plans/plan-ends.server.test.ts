import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import {
  createUser,
  openSiteOn,
  openTestSite,
  shareTestSite,
  type TestSite,
} from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { auditLog } from "../../db/operation-schema.ts";
import { posts, users } from "../../db/schema.ts";
import { grantPlan } from "./grant-plan.server.ts";
import { endPlans } from "./plan-ends.server.ts";

const sharedSite = shareTestSite();

const operator = { actor: "operador@example.com", reason: "Pix de janeiro" };

type User = Partial<typeof users.$inferInsert>;

async function createAdvertiser(site: TestSite, plan: User) {
  const { user, id } = await publish(site);
  await site.db
    .update(users)
    .set({ plano: "basico", postsPermitidos: 1, ...plan })
    .where(eq(users.id, user.uid));
  return { uid: user.uid, email: user.email, id };
}

async function readUser({ db }: TestSite, uid: string) {
  const [row] = await db.select().from(users).where(eq(users.id, uid));
  if (!row) throw new Error("no such user");
  return row;
}

/** "public", or the party that paused it. */
async function readAd({ db }: TestSite, id: string): Promise<string> {
  const [row] = await db.select({ by: posts.pausedBy }).from(posts).where(eq(posts.id, id));
  if (!row) throw new Error("no such ad");
  return row.by ?? "public";
}

async function listSubjects({ db }: TestSite, uid: string): Promise<string[]> {
  const rows = await db
    .select({ subject: sql<string>`${outbox.content}->>'subject'` })
    .from(outbox)
    .where(eq(outbox.userId, uid))
    .orderBy(asc(outbox.createdAt));
  return rows.map(({ subject }) => subject);
}

const soon = (end: string) => `Seu plano no Mar de Minas vai até ${end}`;
const lastDay = "Hoje é o último dia do seu plano no Mar de Minas";
const ended = (end: string) => `Seu plano no Mar de Minas terminou em ${end}`;

/** Days on which the job runs: the e-mail it sends, then the plan and the ad. */
type Run = [day: string, mail: string, plano: string, ad: string];
const timelines: [title: string, validoAte: string | null, runs: Run[]][] = [
  [
    "every day around an end on the 31st",
    "2027-01-31",
    [
      ["2027-01-23", "", "basico", "public"],
      ["2027-01-24", soon("31/01/2027"), "basico", "public"],
      ["2027-01-24", "", "basico", "public"],
      ["2027-01-25", "", "basico", "public"],
      ["2027-01-31", lastDay, "basico", "public"],
      ["2027-01-31", "", "basico", "public"],
      ["2027-02-01", "", "nenhum", "public"],
      ["2027-03-02", "", "nenhum", "public"],
      ["2027-03-03", "", "nenhum", "plan"],
      ["2027-03-04", "", "nenhum", "plan"],
    ],
  ],
  [
    "an end on 29 February",
    "2028-02-29",
    [
      ["2028-02-22", soon("29/02/2028"), "basico", "public"],
      ["2028-02-29", lastDay, "basico", "public"],
      ["2028-03-01", "", "nenhum", "public"],
      ["2028-03-30", "", "nenhum", "public"],
      ["2028-03-31", "", "nenhum", "plan"],
    ],
  ],
  [
    "an end on New Year's Eve",
    "2026-12-31",
    [
      ["2026-12-24", soon("31/12/2026"), "basico", "public"],
      ["2026-12-31", lastDay, "basico", "public"],
      ["2027-01-01", "", "nenhum", "public"],
      ["2027-01-30", "", "nenhum", "public"],
      ["2027-01-31", "", "nenhum", "plan"],
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
      ["2027-02-01", "", "nenhum", "public"],
    ],
  ],
  [
    "a first run after the end says that it has ended, once",
    "2027-01-31",
    [
      ["2027-02-05", ended("31/01/2027"), "nenhum", "public"],
      ["2027-02-06", "", "nenhum", "public"],
      ["2027-03-02", "", "nenhum", "public"],
      ["2027-03-03", "", "nenhum", "plan"],
    ],
  ],
  [
    "warned, then stopped over the last day",
    "2027-01-31",
    [
      ["2027-01-24", soon("31/01/2027"), "basico", "public"],
      ["2027-02-02", ended("31/01/2027"), "nenhum", "public"],
    ],
  ],
  [
    "stopped until after the grace period: ended and paused in one run",
    "2027-01-31",
    [["2027-05-01", ended("31/01/2027"), "nenhum", "plan"]],
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

test("the e-mails name the plan, the days, what happens after and how to renew", async () => {
  const site = await openTestSite({
    SITE_URL: "https://mardeminas.example",
    SITE_EMAIL: "contato@mardeminas.example",
  });
  const { uid, email } = await createAdvertiser(site, {
    plano: "profissional",
    validoAte: "2027-01-31",
  });
  for (const day of ["2027-01-24", "2027-01-31"]) await endPlans(site, day);
  const rows = await site.db.select().from(outbox).orderBy(asc(outbox.createdAt));
  const texts = rows.map(({ content }) => (content.kind === "letter" ? content.text : ""));
  expect(rows.map(({ userId }) => userId)).toEqual([uid, uid]);
  expect(rows.map(({ content }) => content.kind === "letter" && content.to)).toEqual([
    email,
    email,
  ]);
  expect(texts[0]).toContain("Seu Plano Profissional vai até 31/01/2027, daqui a 7 dias.");
  expect(texts[1]).toContain("Hoje, 31/01/2027, é o último dia do seu Plano Profissional.");
  for (const text of texts) {
    expect(text).toContain("seu anúncio fica no ar até 02/03/2027");
    expect(text).toContain("https://mardeminas.example/contato");
    expect(text).toContain("https://mardeminas.example/plans");
  }
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
  expect(total).toEqual({ mailed: 4, ended: 4, paused: 4 });
  expect(await site.db.$count(outbox)).toBe(4);
  expect(await site.db.$count(users, eq(users.plano, "nenhum"))).toBe(8);
  expect(await site.db.$count(posts, eq(posts.pausedBy, "plan"))).toBe(4);
});

test("if an e-mail can't be queued, the plan stays as it was until the next run", async () => {
  const site = await openTestSite();
  const { uid } = await createAdvertiser(site, { validoAte: "2027-01-31" });
  await site.db.execute(sql`alter table outbox add constraint broken check (false)`);
  await expect(endPlans(site, "2027-02-01")).rejects.toThrow();
  expect(await readUser(site, uid)).toMatchObject({ plano: "basico", toldOfEnd: null });
  await site.db.execute(sql`alter table outbox drop constraint broken`);
  expect(await endPlans(site, "2027-02-01")).toEqual({ mailed: 1, ended: 1, paused: 0 });
});

test("a plan granted during the grace period keeps the ads public and restarts its reminders", async () => {
  const site = sharedSite();
  const { uid, id } = await createAdvertiser(site, { validoAte: "2027-01-31" });
  await endPlans(site, "2027-02-10");
  const granted = await grantPlan(
    site.db,
    uid,
    { plano: "basico", end: { por: "mes" } },
    operator,
    "2027-02-20",
  );
  expect(granted).toMatchObject({ ok: true, validoAte: "2027-03-20", resumed: 0 });
  await endPlans(site, "2027-03-05");
  expect(await readAd(site, id)).toBe("public");
  await endPlans(site, "2027-03-13");
  expect((await listSubjects(site, uid)).at(-1)).toBe(soon("20/03/2027"));
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
  expect(await endPlans(site, "2027-04-01")).toEqual({ mailed: 0, ended: 0, paused: 1 });
  const readAll = () => Promise.all([id, ...others].map((one) => readAd(site, one)));
  expect(await readAll()).toEqual(["plan", "owner", "operator"]);
  const ate = "2027-12-31";
  expect(
    await grantPlan(site.db, uid, { plano: "basico", end: { ate } }, operator, "2027-04-02"),
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
  await grantPlan(site.db, uid, { plano: "basico", end: { ate: null } }, operator, "2027-04-01");
  expect(await readAd(site, id)).toBe("block");
});

/** As of 2027-01-15. */
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
    "another plan starts today",
    { validoAte: "2027-12-31" },
    { plano: "profissional", end: { por: "mes" } },
    "2027-02-15",
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
    warnedOfEnd: "2027-01-31",
    toldOfEnd: "2027-01-31",
  });
  expect(await grantPlan(site.db, uid, grant, operator, "2027-01-15")).toMatchObject({
    ok: true,
    validoAte,
  });
  expect(await readUser(site, uid)).toMatchObject({
    plano: grant.plano,
    validoAte,
    warnedOfEnd: null,
    toldOfEnd: null,
    planEndedOn: null,
  });
});

test("rejects a day in the past and a deleted account, and changes nothing", async () => {
  const site = sharedSite();
  const { uid } = await createAdvertiser(site, { validoAte: "2027-01-31" });
  const before = await readUser(site, uid);
  const grant = { plano: "profissional", end: { ate: "2027-01-14" } } as const;
  expect(await grantPlan(site.db, uid, grant, operator, "2027-01-15")).toMatchObject({
    ok: false,
    reason: "past-date",
    message: expect.stringContaining("já passou"),
  });
  expect(await readUser(site, uid)).toEqual(before);
  expect(
    await grantPlan(site.db, crypto.randomUUID(), grant, operator, "2027-01-01"),
  ).toMatchObject({
    ok: false,
    reason: "no-user",
  });
});

test("taking the plan away ends it that day, and repeating it changes nothing", async () => {
  const site = sharedSite();
  const { uid, id } = await createAdvertiser(site, { validoAte: "2027-12-31" });
  const none = { plano: "nenhum", end: { ate: null } } as const;
  await grantPlan(site.db, uid, none, operator, "2027-01-15");
  const expected = { plano: "nenhum", postsPermitidos: 0, validoAte: null };
  expect(await readUser(site, uid)).toMatchObject({ ...expected, planEndedOn: "2027-01-15" });
  await endPlans(site, "2027-02-15");
  expect(await readAd(site, id)).toBe("plan");
  await grantPlan(site.db, uid, none, operator, "2027-03-01");
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
    operator,
    "2027-02-15",
  );
  expect(await readUser(site, user.uid)).toMatchObject({ planEndedOn: null, validoAte: null });
  expect(await site.db.$count(outbox, eq(outbox.userId, user.uid))).toBe(0);
});

test("the audit log says who granted a plan, and what the site itself ended and paused", async () => {
  const site = sharedSite();
  const { uid, email } = await createAdvertiser(site, { validoAte: "2027-01-31" });
  const plan = { plano: "basico", postsPermitidos: 1 };
  const none = { plano: "nenhum", postsPermitidos: 0, validoAte: null };
  await endPlans(site, "2027-04-01");
  await endPlans(site, "2027-04-01");
  await grantPlan(site.db, uid, { plano: "basico", end: { por: "mes" } }, operator, "2027-04-02");
  await grantPlan(
    site.db,
    uid,
    { plano: "basico", end: { ate: "2027-01-01" } },
    operator,
    "2027-04-02",
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
