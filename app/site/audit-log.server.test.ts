import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createUser, shareTestSite } from "../../testing/site.ts";
import { auditLog } from "../db/operation-schema.ts";
import { users } from "../db/schema.ts";
import { forgetInAuditLog, purgeAuditLog, recordAction } from "./audit-log.server.ts";

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

test("an entry says who did what to which listing, why, and what changed", async () => {
  const { db } = sharedSite();
  await db.transaction((tx) => recordAction(tx, entry));
  const rows = await db.select().from(auditLog);
  expect(rows).toMatchObject([entry]);
  expect(rows[0]?.at).toBeInstanceOf(Date);
});

test("rolling back a transaction removes its entry, too", async () => {
  const { db } = sharedSite();
  const before = await db.$count(auditLog);
  const undone = db.transaction(async (tx) => {
    await recordAction(tx, entry);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await db.$count(auditLog)).toBe(before);
});

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
  const { db } = sharedSite();
  await db.transaction((tx) => recordAction(tx, entry));
  const before = await db.select().from(auditLog);
  await expect(db.execute(statement)).rejects.toMatchObject({
    cause: { message: expect.stringContaining("audit_log is append-only") },
  });
  expect(await db.select().from(auditLog)).toEqual(before);
});

test("only entries about deleted accounts may forget them, and nothing else about those changes", async () => {
  const { db } = sharedSite();
  const user = await createUser(sharedSite());
  const about = { action: "plan-granted", subjectId: user.uid, subject: user.email } as const;
  await db.transaction((tx) => recordAction(tx, { ...about, actor: user.email, reason: "Pix" }));
  const isThis = eq(auditLog.subjectId, user.uid);
  const refused = { cause: { message: expect.stringContaining("append-only") } };
  const forget = () =>
    db.transaction((tx) => forgetInAuditLog(tx, { uid: user.uid, email: user.email }));
  await expect(forget()).rejects.toMatchObject(refused);
  await db.delete(users).where(eq(users.id, user.uid));
  for (const change of [
    { reason: "outro motivo" },
    { actor: "terminal" },
    { action: "user-blocked" },
    { subject: "outra@example.com" },
    { after: { plano: "profissional" } },
    { at: new Date() },
  ]) {
    await expect(db.update(auditLog).set(change).where(isThis)).rejects.toMatchObject(refused);
  }
  await forget();
  expect(await db.select().from(auditLog).where(isThis)).toMatchObject([
    { actor: "conta excluída", action: "plan-granted", subject: "", reason: "Pix" },
  ]);
});

test("the purge removes only old entries, and the log is append-only again afterwards", async () => {
  const { db } = sharedSite();
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
