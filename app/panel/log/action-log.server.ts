import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { microsOf } from "../../db/columns.ts";
import { auditLog } from "../../db/operation-schema.ts";
import { isUuid } from "../../db/uuid.ts";
import { afterCursor, pageOf, rowsPerPage } from "../page-cursor.server.ts";

export interface LoggedAction {
  id: string;
  at: Date;
  actor: string;
  action: string;
  subjectId: string | null;
  subject: string;
  reason: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Lists actions, newest first; only those about one subject if its id is given. */
export async function listActions(
  db: Db,
  { about, after }: { about: string | null; after: string | null },
): Promise<{ rows: LoggedAction[]; next: string | null }> {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actor: auditLog.actor,
      action: auditLog.action,
      subjectId: auditLog.subjectId,
      subject: auditLog.subject,
      reason: auditLog.reason,
      before: auditLog.before,
      after: auditLog.after,
      micros: microsOf(auditLog.at),
    })
    .from(auditLog)
    .where(
      and(
        about && isUuid(about) ? eq(auditLog.subjectId, about) : undefined,
        afterCursor(after, { at: auditLog.at, id: auditLog.id }),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(rowsPerPage + 1);
  const page = pageOf(rows);
  return { rows: page.rows.map(({ micros: _, ...row }) => row), next: page.next };
}
