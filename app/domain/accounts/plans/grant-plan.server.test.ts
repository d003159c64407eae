import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../../testing/caching-site.ts";
import { storeOrder } from "../../../../testing/orders.ts";
import {
  createAdvertiser,
  listSubjects,
  readAd,
  readUser,
  type User,
} from "../../../../testing/plan-advertiser.ts";
import { shareDatabase } from "../../../../testing/shared-database.ts";
import { createUser } from "../../../../testing/site.ts";
import { outbox } from "../../../platform/db/mail-schema.ts";
import { auditLog } from "../../../platform/db/operation-schema.ts";
import { posts, users } from "../../../platform/db/schema.ts";
import { grantPlan } from "./grant-plan.server.ts";
import { endPlans } from "./plan-ends.server.ts";
import type { PlanGrant } from "./plan-grants.ts";

const database = shareDatabase();

const operator = { actor: "operador@example.com", reason: "Pix de janeiro" };

function grant(uid: string, plan: PlanGrant, day: string) {
  return grantPlan(database().db, uid, plan, { ...operator, day });
}

const letterSite = { mailedSiteUrl: "https://mardeminas.example", pix: {} };
const runJob = (day: string) => endPlans({ ...letterSite, db: database().db }, day);
const month = { plano: "basico", end: { por: "mes" } } as const;
const none = { plano: "nenhum", end: { ate: null } } as const;

/** Grants on 2027-01-15. */
const grants: [string, User, PlanGrant, string | null][] = [
  [
    "a renewed month continues from the end of the current one",
    { validoAte: "2027-01-31" },
    month,
    "2027-02-28",
  ],
  [
    "another plan to a given day ends on that day",
    { validoAte: "2027-12-31" },
    { plano: "profissional", end: { ate: "2027-03-31" } },
    "2027-03-31",
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

test.each(grants)("%s", async (_title, plan, granted, validoAte) => {
  const { uid } = await createAdvertiser(database(), { ...plan, endedPlan: "profissional" });
  expect(await grant(uid, granted, "2027-01-15")).toMatchObject({ ok: true, validoAte });
  expect(await readUser(database(), uid)).toMatchObject({
    plano: granted.plano,
    validoAte,
    planEndedOn: null,
    endedPlan: null,
  });
});

test("rejects a day in the past, a term in place of a running plan, and a deleted account, and changes nothing", async () => {
  const { uid } = await createAdvertiser(database(), { validoAte: "2027-01-31" });
  const before = await readUser(database(), uid);
  const past = { plano: "profissional", end: { ate: "2027-01-14" } } as const;
  expect(await grant(uid, past, "2027-01-15")).toMatchObject({
    ok: false,
    reason: "past-date",
    message: expect.stringContaining("já passou"),
  });
  const other = { plano: "profissional", end: { por: "mes" } } as const;
  expect(await grant(uid, other, "2027-01-15")).toMatchObject({
    reason: "needs-date",
    message: "Até 31/01/2027 vale o Plano Básico. Diga a data em que o novo plano termina.",
  });
  expect(await readUser(database(), uid)).toEqual(before);
  expect(await grant(crypto.randomUUID(), past, "2027-01-01")).toMatchObject({
    ok: false,
    reason: "no-user",
  });
});

test("taking the plan away ends it that day, and repeating it changes nothing", async () => {
  const { uid, id } = await createAdvertiser(database(), { validoAte: "2027-12-31" });
  await grant(uid, none, "2027-01-15");
  const expected = { plano: "nenhum", postsPermitidos: 0, validoAte: null };
  expect(await readUser(database(), uid)).toMatchObject({ ...expected, planEndedOn: "2027-01-15" });
  await runJob("2027-02-15");
  expect(await readAd(database(), id)).toBe("plan");
  const letters = await listSubjects(database(), uid);
  await grant(uid, none, "2027-03-01");
  expect(await readUser(database(), uid)).toMatchObject({ ...expected, planEndedOn: "2027-01-15" });
  expect(await readAd(database(), id)).toBe("plan");
  expect(await listSubjects(database(), uid)).toEqual(letters);
});

test("taking the plan from an account that never had one records no end", async () => {
  const { uid } = await createUser(database(), { plano: "nenhum", postsPermitidos: 0 });
  await runJob("2027-02-15");
  await grant(uid, none, "2027-02-15");
  expect(await readUser(database(), uid)).toMatchObject({ planEndedOn: null, validoAte: null });
  expect(await listSubjects(database(), uid)).toEqual([]);
});

test("a plan granted during the grace period keeps the ads public, and its end has letters of its own", async () => {
  const { uid, id } = await createAdvertiser(database(), { validoAte: "2027-01-31" });
  await runJob("2027-02-10");
  expect(await grant(uid, month, "2027-02-20")).toMatchObject({
    ok: true,
    validoAte: "2027-03-20",
    resumed: 0,
  });
  const letters = await listSubjects(database(), uid);
  for (const day of ["2027-02-20", "2027-03-05", "2027-03-12"]) await runJob(day);
  expect(await readAd(database(), id)).toBe("public");
  expect(await listSubjects(database(), uid)).toEqual(letters);
  await runJob("2027-03-13");
  expect(await listSubjects(database(), uid)).toEqual([
    ...letters,
    "Seu plano no Mar de Minas vai até 20/03/2027",
  ]);
});

test("granting a plan shows the ads it had paused, and only those, and writes no letter", async () => {
  const { db } = database();
  const { uid, id } = await createAdvertiser(database(), {
    plano: "nenhum",
    planEndedOn: "2027-01-31",
    endedPlan: "basico",
  });
  const others: string[] = [];
  for (const pausedBy of ["owner", "operator"] as const) {
    const ad = await publish(database());
    await db.update(posts).set({ uid, pausedBy, pausedAt: sql`now()` }).where(eq(posts.id, ad.id));
    others.push(ad.id);
  }
  await runJob("2027-04-01");
  const readAll = () => Promise.all([id, ...others].map((one) => readAd(database(), one)));
  expect(await readAll()).toEqual(["plan", "owner", "operator"]);
  const validoAte = "2027-12-31";
  const granted = { plano: "basico", end: { ate: validoAte } } as const;
  const plan = { plano: "basico", postsPermitidos: 1, validoAte };
  expect(await grant(uid, granted, "2027-04-02")).toEqual({ ok: true, ...plan, resumed: 1 });
  expect(await readAll()).toEqual(["public", "owner", "operator"]);
  expect(await readUser(database(), uid)).toMatchObject({ ...plan, planEndedOn: null });
  await grant(uid, granted, "2027-04-02");
  expect(await listSubjects(database(), uid)).toEqual(["Seu anúncio saiu do ar no Mar de Minas"]);
});

test("the audit log says who granted a plan, and what the site itself ended and paused", async () => {
  const { uid, email } = await createAdvertiser(database(), { validoAte: "2027-01-31" });
  const plan = { plano: "basico", postsPermitidos: 1 };
  const noPlan = { plano: "nenhum", postsPermitidos: 0, validoAte: null };
  await runJob("2027-04-01");
  await runJob("2027-04-01");
  await grant(uid, month, "2027-04-02");
  await grant(uid, { plano: "basico", end: { ate: "2027-01-01" } }, "2027-04-02");
  const log = await database()
    .db.select()
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
      after: noPlan,
    },
    { ...shared, actor: "site", action: "plan-listings-paused", after: { paused: 1 } },
    {
      ...operator,
      action: "plan-granted",
      before: noPlan,
      after: { ...plan, validoAte: "2027-05-02", resumed: 1 },
    },
  ]);
});

test("a blocked advertiser gets a plan, but no e-mail and no public ad", async () => {
  const { uid, id } = await createAdvertiser(database(), {
    validoAte: "2027-01-31",
    blockedAt: new Date(),
  });
  await runJob("2027-01-31");
  await runJob("2027-04-01");
  expect(await readAd(database(), id)).toBe("plan");
  expect(await grant(uid, month, "2027-04-01")).toMatchObject({ ok: true });
  expect(await readAd(database(), id)).toBe("block");
  expect(await database().db.$count(outbox, eq(outbox.userId, uid))).toBe(0);
});

const soon = (end: string) => `Seu plano no Mar de Minas vai até ${end}`;
const lastDay = "Hoje é o último dia do seu plano no Mar de Minas";
const paused = "Seu anúncio saiu do ar no Mar de Minas";

/** Days on which the job runs: the e-mail it sends, then the plan and the ad. */
type Run = [day: string, mail: string, plano: string, ad: string];
const timelines: [title: string, validoAte: string | null, runs: Run[]][] = [
  [
    "days around an end on the 31st",
    "2027-01-31",
    [
      ["2026-12-31", "", "basico", "public"],
      ["2027-01-23", "", "basico", "public"],
      ["2027-01-24", soon("31/01/2027"), "basico", "public"],
      ["2027-01-25", "", "basico", "public"],
      ["2027-01-31", lastDay, "basico", "public"],
      ["2027-02-01", "", "nenhum", "public"],
      ["2027-03-02", "", "nenhum", "public"],
      ["2027-03-03", paused, "nenhum", "plan"],
      ["2028-03-04", "", "nenhum", "plan"],
    ],
  ],
  [
    "an end on 29 February",
    "2028-02-29",
    [
      ["2028-02-29", lastDay, "basico", "public"],
      ["2028-03-30", "", "nenhum", "public"],
      ["2028-03-31", paused, "nenhum", "plan"],
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
  ["a plan without an end", null, [["2099-12-31", "", "basico", "public"]]],
];

test.each(timelines)("%s", async (_title, validoAte, runs) => {
  const { uid, id } = await createAdvertiser(database(), { validoAte });
  let before: string[] = [];
  for (const [day, mail, plano, ad] of runs) {
    await runJob(day);
    const user = await readUser(database(), uid);
    const subjects = await listSubjects(database(), uid);
    const isPublic = await readAd(database(), id);
    const seen = [day, subjects.slice(before.length).join(), user.plano, isPublic];
    expect(seen).toEqual([day, mail, plano, ad]);
    expect(user.postsPermitidos).toBe(plano === "nenhum" ? 0 : 1);
    expect([user.validoAte, user.planEndedOn]).toEqual(
      plano === "nenhum" ? [null, validoAte] : [validoAte, null],
    );
    before = subjects;
  }
});

test("an advertiser without ads, or with ads they paused themselves, hears of no ads", async () => {
  const { uid } = await createUser(database(), { validoAte: "2027-01-31" });
  const own = await createAdvertiser(database(), { validoAte: "2027-01-31" });
  await database()
    .db.update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, own.id));
  for (const day of ["2027-01-31", "2027-02-01", "2027-02-23", "2027-03-03"]) await runJob(day);
  for (const each of [uid, own.uid]) {
    expect(await listSubjects(database(), each)).toEqual([lastDay]);
  }
  expect(await readAd(database(), own.id)).toBe("owner");
});

test("two sites at once send each e-mail, end each plan and pause each ad once", async () => {
  const { db } = database();
  const advertisers = await Promise.all(
    Array.from({ length: 4 }, async () => [
      await createAdvertiser(database(), { validoAte: "2027-01-31" }),
      await createAdvertiser(database(), { plano: "nenhum", planEndedOn: "2027-01-01" }),
    ]),
  );
  for (const day of ["2027-01-31", "2027-02-01"]) {
    await Promise.all(Array.from({ length: 4 }, () => runJob(day)));
  }
  for (const [ending, over] of advertisers) {
    expect(await listSubjects(database(), ending?.uid ?? "")).toEqual([lastDay]);
    expect(await listSubjects(database(), over?.uid ?? "")).toEqual([paused]);
    const log = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(sql`${auditLog.subjectId} in (${ending?.uid}, ${over?.uid})`);
    expect(log.map(({ action }) => action).sort()).toEqual(["plan-ended", "plan-listings-paused"]);
  }
});

test("if an e-mail can't be queued, the plan stays as it was until the next run", async () => {
  const { owner } = database();
  const { uid } = await createAdvertiser(database(), { validoAte: "2027-01-31" });
  await owner.execute(sql`alter table outbox add constraint broken check (false) not valid`);
  try {
    await expect(runJob("2027-03-03")).rejects.toThrow();
  } finally {
    await owner.execute(sql`alter table outbox drop constraint broken`);
  }
  expect(await readUser(database(), uid)).toMatchObject({ plano: "basico", endLetter: null });
  await runJob("2027-03-03");
  expect(await readUser(database(), uid)).toMatchObject({ plano: "nenhum" });
  expect(await listSubjects(database(), uid)).toEqual([paused]);
});

test("the next run pauses an ad shown again after the grace period, unless its plan is from the previous version, which stores no end", async () => {
  const { db } = database();
  const over = { plano: "nenhum", planEndedOn: "2027-01-31" };
  const shown = await createAdvertiser(database(), over);
  const granted = await createAdvertiser(database(), over);
  const plan = { plano: "basico", postsPermitidos: 1 };
  await db.update(users).set(plan).where(eq(users.id, granted.uid));
  await runJob("2027-03-03");
  await db.update(posts).set({ pausedAt: null, pausedBy: null }).where(eq(posts.id, shown.id));
  await runJob("2027-03-03");
  expect(await readAd(database(), shown.id)).toBe("plan");
  expect(await readAd(database(), granted.id)).toBe("public");
  expect(await readUser(database(), granted.uid)).toMatchObject(plan);
});

test("a letter about an end says that a reported payment waits, instead of asking for another", async () => {
  for (const isReported of [true, false]) {
    const { uid } = await createAdvertiser(database(), { validoAte: "2027-01-31" });
    if (isReported) await storeOrder(database(), uid, { reportedPaidAt: new Date() });
    await runJob("2027-01-31");
    const [letter] = await database()
      .db.select({ content: outbox.content })
      .from(outbox)
      .where(eq(outbox.userId, uid));
    const text = letter?.content.kind === "letter" ? letter.content.text : "";
    expect(text.includes("Seu aviso de pagamento chegou")).toBe(isReported);
    expect(text.includes(`${letterSite.mailedSiteUrl}/plans/pix?plano=basico&por=mes`)).toBe(
      !isReported,
    );
  }
});
