import { and, eq } from "drizzle-orm";
import { isOpen, settleReports } from "../../domain/listings/reports/reports.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { auditLog, reports } from "../../platform/db/operation-schema.ts";
import { posts } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import type { Verdict } from "../listings/listing-commands.server.ts";
import { readReason } from "../reason.ts";
import { type Operator, operate } from "../staff/staff.server.ts";

export async function archiveReports(
  db: Db,
  operator: Operator,
  postId: string,
  { motivo, seen = [] }: Verdict,
): Promise<{ ok: true } | Refusal> {
  const read = readReason(motivo);
  if (!read.ok) return read;
  return operate(db, operator, async (tx, actor) => {
    const none = refuse("no-change", "Estas denúncias já estavam resolvidas.", { status: 409 });
    if (!isUuid(postId)) return none;
    const [report] = await tx
      .select({ title: reports.title })
      .from(reports)
      .where(and(eq(reports.postId, postId), isOpen))
      .limit(1);
    const settledReports = await settleReports(tx, postId, "archived", seen);
    if (!report || settledReports === 0) return none;
    await recordAction(tx, {
      actor,
      action: "reports-archived",
      subjectId: postId,
      subject: report.title,
      reason: read.reason,
      after: { settledReports },
    });
    return { ok: true };
  });
}

/**
 * Settles a number that several advertisers share, until an ad newer than these has it, too. The log
 * is what remembers it.
 */
export function archivePhone(
  db: Db,
  operator: Operator,
  newestAd: string,
): Promise<{ ok: true } | Refusal> {
  return operate(db, operator, async (tx, actor) => {
    const [ad] = isUuid(newestAd)
      ? await tx
          .select({ title: posts.title })
          .from(posts)
          .where(eq(posts.id, newestAd))
          .for("update")
      : [];
    const isThis = and(eq(auditLog.subjectId, newestAd), eq(auditLog.action, "phone-archived"));
    if (!ad || (await tx.$count(auditLog, isThis)) > 0) {
      return refuse("no-change", "Este telefone já estava resolvido.", { status: 409 });
    }
    await recordAction(tx, {
      actor,
      action: "phone-archived",
      subjectId: newestAd,
      subject: ad.title,
    });
    return { ok: true };
  });
}
