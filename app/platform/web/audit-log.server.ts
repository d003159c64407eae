import { sql } from "drizzle-orm";
import type { Transaction } from "../db/client.server.ts";
import { auditLog } from "../db/operation-schema.ts";

type AuditedValues = Record<string, unknown>;

interface AuditEntry {
  /** The e-mail address of an operator or of the account itself, "terminal", "site" or "conta excluída". */
  actor: string;
  /** A name of the caller's, which is stored; the panel has words for it. */
  action: string;
  subjectId?: string | null;
  subject?: string;
  reason?: string;
  /** Values that changed, before and after. */
  before?: AuditedValues;
  after?: AuditedValues;
}

/**
 * Call it in the transaction of the action. The database adds whose account the subject is; name nobody
 * in an entry about something of no account, which nothing would make it forget.
 */
export async function recordAction(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values(entry);
}

/**
 * Records what account holders do to their own accounts. `email` is the account's, by now; values that
 * are 0 or missing are left out.
 */
export async function recordOwnAction(
  tx: Transaction,
  { uid, email }: { uid: string; email: string },
  action: string,
  { before, deletedPasskeys = 0 }: { before?: AuditedValues; deletedPasskeys?: number } = {},
): Promise<void> {
  await recordAction(tx, {
    actor: email,
    action,
    subjectId: uid,
    subject: email,
    ...(before && { before }),
    ...(deletedPasskeys > 0 && { after: { deletedPasskeys } }),
  });
}

/** Reduces entries of deleted accounts, and about their rows, to the action, the time and the id. */
export async function forgetDeletedAccounts(tx: Transaction): Promise<void> {
  await tx.execute(sql`select forget_deleted_accounts()`);
}

export async function purgeAuditLog(tx: Transaction, retentionDays: number): Promise<number> {
  const { rows } = await tx.execute<{ purged: number }>(
    sql`select purge_audit_log(${retentionDays}) as purged`,
  );
  return rows[0]?.purged ?? 0;
}
