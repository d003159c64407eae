import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { storeOrder } from "../../../testing/orders.ts";
import {
  createAdvertiser,
  listSubjects,
  readAd,
  readUser,
} from "../../../testing/plan-advertiser.ts";
import { shareDatabase } from "../../../testing/shared-database.ts";
import { createUser } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { auditLog } from "../../db/operation-schema.ts";
import { planOrders } from "../../db/order-schema.ts";
import { posts, users } from "../../db/schema.ts";
import { grantPlan } from "./grant-plan.server.ts";
import { endPlans } from "./plan-ends.server.ts";

const database = shareDatabase();
const site = { mailedSiteUrl: "https://mardeminas.example", pix: {} };
const runJob = (day: string) => endPlans({ ...site, db: database().db }, day);

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
    "days around an end on the 31st",
    "2027-01-31",
    [
      ["2026-12-31", "", "basico", "public"],
      ["2027-01-01", inDays(30), "basico", "public"],
      ["2027-01-01", "", "basico", "public"],
      ["2027-01-24", soon("31/01/2027"), "basico", "public"],
      ["2027-01-25", "", "basico", "public"],
      ["2027-01-31", lastDay, "basico", "public"],
      ["2027-02-01", ended("31/01/2027"), "nenhum", "public"],
      ["2027-02-02", "", "nenhum", "public"],
      ["2027-02-22", "", "nenhum", "public"],
      ["2027-02-23", pausesAfter("02/03/2027"), "nenhum", "public"],
      ["2027-03-02", "", "nenhum", "public"],
      ["2027-03-03", paused, "nenhum", "plan"],
      ["2028-03-04", "", "nenhum", "plan"],
    ],
  ],
  [
    "an end on 29 February",
    "2028-02-29",
    [
      ["2028-01-30", inDays(30), "basico", "public"],
      ["2028-02-29", lastDay, "basico", "public"],
      ["2028-03-01", ended("29/02/2028"), "nenhum", "public"],
      ["2028-03-30", pausesAfter("30/03/2028"), "nenhum", "public"],
      ["2028-03-31", paused, "nenhum", "plan"],
    ],
  ],
  [
    "stopped from the first warning until the ad is about to be paused",
    "2027-01-31",
    [
      ["2027-01-24", soon("31/01/2027"), "basico", "public"],
      ["2027-02-26", pausesAfter("02/03/2027"), "nenhum", "public"],
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
    expect(await listSubjects(database(), each)).toEqual([lastDay, ended("31/01/2027")]);
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
  await Promise.all(Array.from({ length: 4 }, () => runJob("2027-02-01")));
  for (const [ending, over] of advertisers) {
    expect(await listSubjects(database(), ending?.uid ?? "")).toEqual([ended("31/01/2027")]);
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
    await expect(runJob("2027-02-01")).rejects.toThrow();
  } finally {
    await owner.execute(sql`alter table outbox drop constraint broken`);
  }
  expect(await readUser(database(), uid)).toMatchObject({ plano: "basico", endLetter: null });
  await runJob("2027-02-01");
  expect(await readUser(database(), uid)).toMatchObject({ plano: "nenhum" });
  expect(await listSubjects(database(), uid)).toEqual([ended("31/01/2027")]);
});

test("the next run pauses an ad shown again after the grace period, but none of a plan from the previous version, which stores no end", async () => {
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

async function textsOf(uid: string) {
  const rows = await database()
    .db.select({ content: outbox.content })
    .from(outbox)
    .where(eq(outbox.userId, uid))
    .orderBy(asc(outbox.createdAt));
  return rows.map(({ content }) => (content.kind === "letter" ? content.text : ""));
}

test("around an end and at a grant, a payment told of is said to wait, and nothing asks for another until it isn't found", async () => {
  const { db } = database();
  const { uid } = await createAdvertiser(database(), { validoAte: "2027-01-29" });
  // A Thursday.
  const paidAt = new Date("2027-01-28T15:00:00Z");
  const order = await storeOrder(database(), uid, { createdAt: paidAt, paidAt });
  await runJob("2027-01-29");
  const grant = (day: string) =>
    grantPlan(
      db,
      uid,
      { plano: "basico", end: { por: "mes" } },
      { actor: "operador@example.com", site, day },
    );
  await grant("2027-01-29");
  const letters = await textsOf(uid);
  expect(letters).toHaveLength(2);
  for (const text of letters) {
    expect(text).toContain("Seu aviso de R$ 25,00 chegou; conferimos até 29/01/2027.");
    expect(text).not.toContain("Pagar com Pix");
  }
  await db
    .update(planOrders)
    .set({ settledAt: sql`now()`, settledAs: "missing", motivo: "Não chegou." })
    .where(eq(planOrders.id, order.id));
  await grant("2027-01-30");
  expect((await textsOf(uid)).at(-1)).toContain(`${site.mailedSiteUrl}/plans/pix`);
});
