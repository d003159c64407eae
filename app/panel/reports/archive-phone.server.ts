import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { auditLog } from "../../db/operation-schema.ts";
import { posts } from "../../db/schema.ts";
import { isUuid } from "../../db/uuid.ts";
import { recordAction } from "../../site/audit-log.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import { type Operator, operate } from "../staff/staff.server.ts";

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
    if (!ad || (await tx.$count(auditLog, isThis)) > 0)
      return refuse("no-change", "Este telefone já estava resolvido.");
    await recordAction(tx, {
      actor,
      action: "phone-archived",
      subjectId: newestAd,
      subject: ad.title,
    });
    return { ok: true };
  });
}
