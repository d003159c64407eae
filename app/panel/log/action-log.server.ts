import { desc, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { auditLog } from "../../platform/db/operation-schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";

export interface LoggedAction {
  id: string;
  at: Date;
  actor: string;
  action: string;
  subjectId: string | null;
  subject: string;
  reason: string;
  after: Record<string, unknown> | null;
}

/** Lists actions, newest first; only those about one subject if its id is given. */
export function listActions(db: Db, about: string | null, limit: number): Promise<LoggedAction[]> {
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actor: auditLog.actor,
      action: auditLog.action,
      subjectId: auditLog.subjectId,
      subject: auditLog.subject,
      reason: auditLog.reason,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(about && isUuid(about) ? eq(auditLog.subjectId, about) : undefined)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit);
}
