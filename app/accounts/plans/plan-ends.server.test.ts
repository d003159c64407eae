import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  createAdvertiser,
  listSubjects,
  readAd,
  readUser,
} from "../../../testing/plan-advertiser.ts";
import { openSiteOn, openTestSite, shareTestSite } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { posts, users } from "../../db/schema.ts";
import { grantPlan } from "./grant-plan.server.ts";
import { endPlans } from "./plan-ends.server.ts";

const sharedSite = shareTestSite();

const operator = { actor: "operador@example.com", reason: "Pix de janeiro" };

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
  await site.owner.execute(sql`alter table outbox add constraint broken check (false)`);
  await expect(endPlans(site, "2027-02-01")).rejects.toThrow();
  expect(await readUser(site, uid)).toMatchObject({ plano: "basico", toldOfEnd: null });
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
    { ...operator, day: "2027-04-01" },
  );
  expect(await readAd(site, id)).toBe("block");
});
