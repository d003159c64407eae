import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { isMessage, sendAgain } from "../../platform/mail/outbox.server.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { type notStaff, type Operator, operate } from "../staff/staff.server.ts";

export type MailResult = { ok: true } | typeof notStaff | Refusal<"not-found">;

/** Sends an e-mail again, whatever its state. */
export function resendMail(db: Db, operator: Operator, id: string): Promise<MailResult> {
  return operate(db, operator, async (tx, actor) => {
    const noMail = refuse("not-found", "Este e-mail não existe mais.", { status: 404 });
    if (!isUuid(id)) return noMail;
    const [mail] = await tx
      .select({
        content: outbox.content,
        userId: outbox.userId,
        state: outbox.state,
        attempts: outbox.attempts,
      })
      .from(outbox)
      .where(eq(outbox.id, id))
      .for("update");
    if (!mail || !(await sendAgain(tx, id))) return noMail;
    const { content, userId, ...before } = mail;
    const subject = content.kind === "letter" && userId ? content.subject : "";
    await recordAction(tx, { actor, action: "mail-resent", subjectId: id, subject, before });
    return { ok: true };
  });
}

/** Marks a contact message as answered, or as needing no answer. */
export function resolveMessage(db: Db, operator: Operator, id: string): Promise<MailResult> {
  return operate(db, operator, async (tx, actor) => {
    const noMessage = refuse("not-found", "Esta mensagem não existe mais.", { status: 404 });
    if (!isUuid(id)) return noMessage;
    const isThis = and(eq(outbox.id, id), isMessage);
    const [before] = await tx
      .select({ readAt: outbox.readAt, doneAt: outbox.doneAt })
      .from(outbox)
      .where(isThis)
      .for("update");
    if (!before) return noMessage;
    if (before.doneAt) return { ok: true };
    const [after] = await tx
      .update(outbox)
      .set({ readAt: sql`coalesce(${outbox.readAt}, now())`, doneAt: sql`now()` })
      .where(isThis)
      .returning({ readAt: outbox.readAt, doneAt: outbox.doneAt });
    await recordAction(tx, { actor, action: "message-done", subjectId: id, before, after });
    return { ok: true };
  });
}
