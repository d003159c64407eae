import { eq, sql } from "drizzle-orm";
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
import { posts, users } from "../../db/schema.ts";
import { endPlans } from "./plan-ends.server.ts";

const database = shareDatabase();
const site = { mailedSiteUrl: "https://mardeminas.example", pix: {} };
const runJob = (day: string) => endPlans({ ...site, db: database().db }, day);

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

test("a letter about an end says that a payment told of waits, instead of asking for another", async () => {
  for (const isTold of [true, false]) {
    const { uid } = await createAdvertiser(database(), { validoAte: "2027-01-31" });
    if (isTold) await storeOrder(database(), uid, { paidAt: new Date() });
    await runJob("2027-01-31");
    const [letter] = await database()
      .db.select({ content: outbox.content })
      .from(outbox)
      .where(eq(outbox.userId, uid));
    const text = letter?.content.kind === "letter" ? letter.content.text : "";
    expect(text.includes("Seu aviso de pagamento chegou")).toBe(isTold);
    expect(text.includes(`${site.mailedSiteUrl}/plans/pix?plano=basico&por=mes`)).toBe(!isTold);
  }
});
