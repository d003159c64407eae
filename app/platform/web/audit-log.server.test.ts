import { desc, eq, gte, sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createUser, shareTestSite } from "../../../testing/site.ts";
import { auditLog } from "../db/operation-schema.ts";
import { users } from "../db/schema.ts";
import { forgetDeletedAccounts, purgeAuditLog, recordAction } from "./audit-log.server.ts";
import { createAuditJournal } from "./watch/audit-journal.server.ts";

const sharedSite = shareTestSite();

const entry = {
  actor: "operadora@example.com",
  action: "listing-paused",
  subjectId: crypto.randomUUID(),
  subject: "Rancho Pôr do Sol",
  reason: "Fotos de outra casa",
  before: { pausedBy: null },
  after: { pausedBy: "operator" },
} as const;

test.each([
  ["update", sql`update audit_log set reason = 'outro motivo'`],
  ["delete", sql`delete from audit_log`],
  ["truncate", sql`truncate audit_log`],
  [
    "update during a purge",
    sql`with purging as (select set_config('mar_de_minas.purge_audit_log', 'on', true))
      update audit_log set reason = (select set_config from purging)`,
  ],
])("the database refuses to %s entries", async (_, statement) => {
  const { owner: db } = sharedSite();
  await db.transaction((tx) => recordAction(tx, entry));
  const before = await db.select().from(auditLog);
  await expect(db.execute(statement)).rejects.toMatchObject({
    cause: { message: expect.stringContaining("audit_log is append-only") },
  });
  expect(await db.select().from(auditLog)).toEqual(before);
});

test("not even a purge deletes an entry of the last 30 days", async () => {
  const { db } = sharedSite();
  await db.transaction((tx) => recordAction(tx, entry));
  const before = await db.select().from(auditLog);
  expect(await db.transaction((tx) => purgeAuditLog(tx, 0))).toBe(0);
  expect(await db.select().from(auditLog)).toEqual(before);
});

test("each new entry is copied once to the log, with ids instead of names and texts", async () => {
  const { db } = sharedSite();
  const operator = await createUser({ db }, { email: "operadora@example.com" });
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const since = new Date();
  const copy = createAuditJournal(db, log);
  await db.transaction((tx) => recordAction(tx, entry));
  await db.transaction((tx) => recordAction(tx, { ...entry, actor: "terminal" }));
  const recorded = await db.select().from(auditLog).where(gte(auditLog.at, since));
  await copy();
  await copy();

  const expected = { event: "audit", action: entry.action, subjectId: entry.subjectId };
  const copied = lines.map((line) => JSON.parse(line));
  for (const [actor, uid] of [
    [null, operator.uid],
    ["terminal", null],
  ] as const) {
    const row = recorded.find((one) => (one.actor === "terminal") === (actor === "terminal"));
    const own = copied.filter((line) => line.entry === row?.id);
    expect(own).toMatchObject([{ ...expected, actor, uid, msg: "security" }]);
  }
  expect(lines.join("")).not.toMatch(/operadora|Rancho|Fotos/);
});

test("the first copy also has entries recorded before the site started", async () => {
  const { db } = sharedSite();
  await db.transaction((tx) => recordAction(tx, { ...entry, actor: "terminal" }));
  const [newest] = await db.select().from(auditLog).orderBy(desc(auditLog.at)).limit(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  const lines: string[] = [];
  await createAuditJournal(db, pino({}, { write: (line) => void lines.push(line) }))();
  const copied = lines.map((line) => JSON.parse(line));
  expect(copied.find((line) => line.entry === newest?.id)?.at).toBe(newest?.at.toISOString());
});

test("only entries about deleted accounts may forget them, and nothing else about those changes", async () => {
  const { db, owner } = sharedSite();
  const user = await createUser(sharedSite());
  const about = { action: "plan-granted", subjectId: user.uid, subject: user.email } as const;
  await db.transaction((tx) => recordAction(tx, { ...about, actor: user.email, reason: "Pix" }));
  const isThis = eq(auditLog.subjectId, user.uid);
  const refused = { cause: { message: expect.stringContaining("append-only") } };
  const forget = () => db.transaction(forgetDeletedAccounts);
  await forget();
  expect(await db.select().from(auditLog).where(isThis)).toMatchObject([
    { actor: user.email, actorId: user.uid, accountId: user.uid, reason: "Pix" },
  ]);
  await db.delete(users).where(eq(users.id, user.uid));
  for (const change of [
    { reason: "outro motivo" },
    { actor: "terminal" },
    { action: "user-blocked" },
    { subject: "outra@example.com" },
    { accountId: null },
    { accountId: crypto.randomUUID() },
    { after: { plano: "profissional" } },
    { at: new Date() },
  ]) {
    await expect(owner.update(auditLog).set(change).where(isThis)).rejects.toMatchObject(refused);
  }
  await forget();
  expect(await db.select().from(auditLog).where(isThis)).toMatchObject([
    {
      ...{ actor: "conta excluída", actorId: null, accountId: null },
      ...{ action: "plan-granted", subject: "", reason: "" },
    },
  ]);
});

test("the purge removes only old entries, and the log is append-only again afterwards", async () => {
  const { owner: db } = sharedSite();
  await db.insert(auditLog).values({ ...entry, at: new Date("2020-01-01"), reason: "antigo" });
  const kept = await db.$count(auditLog, sql`reason <> 'antigo'`);
  await db.transaction(async (tx) => {
    expect(await purgeAuditLog(tx, 730)).toBe(1);
    await expect(
      tx.transaction((inner) => inner.execute(sql`delete from audit_log`)),
    ).rejects.toThrow();
  });
  expect(await db.$count(auditLog)).toBe(kept);
});
