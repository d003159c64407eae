import { sql } from "drizzle-orm";
import type { Transaction } from "../db/client.server.ts";
import { auditLog } from "../db/operation-schema.ts";

export type AuditAction =
  | "plan-granted"
  | "plan-ended"
  | "plan-listings-paused"
  | "payment-missing"
  | "notes-changed"
  | "user-signed-out"
  | "user-blocked"
  | "user-unblocked"
  | "listing-paused"
  | "listing-resumed"
  | "listing-removed"
  | "listing-checked"
  | "listing-unchecked"
  | "listing-check-ended"
  | "reports-archived"
  | "copies-dismissed"
  | "message-read"
  | "message-done"
  | "message-reopened"
  | "question-delivered"
  | "question-kept"
  | "question-discarded"
  | "testimonial-hidden"
  | "testimonial-shown"
  | "testimonial-kept"
  | "mail-resent"
  | "staff-added"
  | "staff-removed"
  | "staff-factors-reset";

/** Names of the values that the log has; the panel words them. */
export type AuditedName =
  | "attempts"
  | "blockedAt"
  | "cents"
  | "checkedAt"
  | "comparedWith"
  | "doneAt"
  | "endedSessions"
  | "hiddenAt"
  | "hiddenReason"
  | "lastError"
  | "ownerPausedAt"
  | "paused"
  | "pausedAt"
  | "pausedBy"
  | "pausedListings"
  | "pauseReason"
  | "photos"
  | "plano"
  | "postsPermitidos"
  | "readAt"
  | "resumed"
  | "resumedListings"
  | "settledReports"
  | "state"
  | "txid"
  | "uid"
  | "validoAte";

type AuditedValues = Partial<Record<AuditedName, unknown>>;

interface AuditEntry {
  /** An operator's e-mail address, "terminal" or "site". */
  actor: string;
  action: AuditAction;
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

/** Leaves what was done, when and to which id in entries of deleted accounts, and about what was theirs. */
export async function forgetDeletedAccounts(tx: Transaction): Promise<void> {
  await tx.execute(sql`select forget_deleted_accounts()`);
}

export async function purgeAuditLog(tx: Transaction, retentionDays: number): Promise<number> {
  const { rows } = await tx.execute<{ purged: number }>(
    sql`select purge_audit_log(${retentionDays}) as purged`,
  );
  return rows[0]?.purged ?? 0;
}
