import { eq, lt, sql } from "drizzle-orm";
import type { Transaction } from "../db/client.server.ts";
import { auditLog } from "../db/operation-schema.ts";
import type { AuditAction } from "./audit-actions.ts";

interface AuditEntry {
  /** An operator's e-mail address, "terminal" or "site". */
  actor: string;
  action: AuditAction;
  subjectId?: string | null;
  subject?: string;
  reason?: string;
  /** Only the values that changed. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Call it in the transaction of the action. The database refuses later changes of the row. */
export async function recordAction(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values(entry);
}

/**
 * What was done, when and to which id stays; the address and what was written about the person goes.
 * Call it once the account is deleted: the database refuses it before.
 */
export async function forgetInAuditLog(
  tx: Transaction,
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  await tx
    .update(auditLog)
    .set({
      subject: "",
      reason: sql`case when position(${email} in lower(${auditLog.reason})) > 0 then '' else ${auditLog.reason} end`,
      before: sql`${auditLog.before} - 'notes'`,
      after: sql`${auditLog.after} - 'notes'`,
    })
    .where(eq(auditLog.subjectId, uid));
  await tx.update(auditLog).set({ actor: sql`'conta excluída'` }).where(eq(auditLog.actor, email));
}

export async function purgeAuditLog(tx: Transaction, retentionDays: number): Promise<number> {
  await tx.execute(sql`select set_config('mar_de_minas.purge_audit_log', 'on', true)`);
  const { rowCount } = await tx
    .delete(auditLog)
    .where(lt(auditLog.at, sql`now() - ${retentionDays} * interval '1 day'`));
  await tx.execute(sql`select set_config('mar_de_minas.purge_audit_log', 'off', true)`);
  return rowCount ?? 0;
}
