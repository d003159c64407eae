import { asc, eq, gt, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "../../db/client.server.ts";
import { auditLog } from "../../db/operation-schema.ts";
import { users } from "../../db/schema.ts";
import { findRun } from "./job-runs.server.ts";

/** Minutes that are longer than any transaction that records an action. */
const overlapMinutes = 5;

/**
 * Returns a job that copies new entries of the audit log to the log, where nobody with access to the
 * database alone can remove them: without names, addresses or texts. Entries of the minutes before a
 * restart, and all those of a restored backup, may be repeated; `entry` tells. The first copy has everything:
 * the operator's commands record before a site has ever started.
 */
export function createAuditJournal(db: Db, log: Logger): () => Promise<void> {
  let copied = new Set<string>();
  return async function copyNew() {
    const run = await findRun(db, "audit-journal");
    const last = run?.succeededAt;
    const since = sql`${last}::timestamptz - ${overlapMinutes} * interval '1 minute'`;
    const rows = await db
      .select({
        entry: auditLog.id,
        at: auditLog.at,
        action: auditLog.action,
        subjectId: auditLog.subjectId,
        actor: sql<
          string | null
        >`case when ${auditLog.actor} in ('terminal', 'site') then ${auditLog.actor} end`,
        uid: users.id,
      })
      .from(auditLog)
      .leftJoin(users, eq(users.email, auditLog.actor))
      .where(last ? gt(auditLog.at, since) : undefined)
      .orderBy(asc(auditLog.at));
    for (const row of rows) {
      if (!copied.has(row.entry)) log.info({ event: "audit", ...row }, "security");
    }
    copied = new Set(rows.map(({ entry }) => entry));
  };
}
