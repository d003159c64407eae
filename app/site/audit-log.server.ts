import { lt, sql } from "drizzle-orm";
import type { Transaction } from "../db/client.server.ts";
import { auditLog } from "../db/operation-schema.ts";
import type { AuditAction } from "./audit-actions.ts";

interface AuditEntry {
  /** An operator's e-mail address, "terminal" for the command line or "site" for the site itself. */
  actor: string;
  action: AuditAction;
  /** Id of the advertiser, listing, report or e-mail concerned. */
  subjectId?: string | null;
  /** Its name at this time, such as a title or an e-mail address. */
  subject?: string;
  /** As the operator gave it. */
  reason?: string;
  /** The changed values alone. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/**
 * Records an action in the transaction that carries it out, so that neither exists without the other.
 * Nothing can change the row afterwards: the database refuses it.
 */
export async function recordAction(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values(entry);
}

/** Deletes entries older than `retentionDays` and returns how many. */
export async function purgeAuditLog(tx: Transaction, retentionDays: number): Promise<number> {
  await tx.execute(sql`select set_config('mar_de_minas.purge_audit_log', 'on', true)`);
  const { rowCount } = await tx
    .delete(auditLog)
    .where(lt(auditLog.at, sql`now() - ${retentionDays} * interval '1 day'`));
  await tx.execute(sql`select set_config('mar_de_minas.purge_audit_log', 'off', true)`);
  return rowCount ?? 0;
}
