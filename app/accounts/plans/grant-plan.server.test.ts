import { asc, eq, sql } from "drizzle-orm";
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
  expect(await grantPlan(site.db, uid, grant, { ...operator, day: "2027-01-15" })).toMatchObject({
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
  expect(await grantPlan(site.db, uid, grant, { ...operator, day: "2027-01-15" })).toMatchObject({
    ok: false,
    reason: "past-date",
    message: expect.stringContaining("já passou"),
  });
  expect(await readUser(site, uid)).toEqual(before);
  expect(
    await grantPlan(site.db, crypto.randomUUID(), grant, { ...operator, day: "2027-01-01" }),
  ).toMatchObject({
    ok: false,
    reason: "no-user",
  });
});

test("taking the plan away ends it that day, and repeating it changes nothing", async () => {
  const site = sharedSite();
  const { uid, id } = await createAdvertiser(site, { validoAte: "2027-12-31" });
  const none = { plano: "nenhum", end: { ate: null } } as const;
  await grantPlan(site.db, uid, none, { ...operator, day: "2027-01-15" });
  const expected = { plano: "nenhum", postsPermitidos: 0, validoAte: null };
  expect(await readUser(site, uid)).toMatchObject({ ...expected, planEndedOn: "2027-01-15" });
  await endPlans(site, "2027-02-15");
  expect(await readAd(site, id)).toBe("plan");
  await grantPlan(site.db, uid, none, { ...operator, day: "2027-03-01" });
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
    { ...operator, day: "2027-02-15" },
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
    { ...operator, day: "2027-02-20" },
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
  expect(await endPlans(site, "2027-04-01")).toEqual({ mailed: 0, ended: 0, paused: 1 });
  const readAll = () => Promise.all([id, ...others].map((one) => readAd(site, one)));
  expect(await readAll()).toEqual(["plan", "owner", "operator"]);
  const ate = "2027-12-31";
  expect(
    await grantPlan(
      site.db,
      uid,
      { plano: "basico", end: { ate } },
      { ...operator, day: "2027-04-02" },
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
    { ...operator, day: "2027-04-02" },
  );
  await grantPlan(
    site.db,
    uid,
    { plano: "basico", end: { ate: "2027-01-01" } },
    { ...operator, day: "2027-04-02" },
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
