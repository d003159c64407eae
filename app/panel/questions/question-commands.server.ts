import { and, eq, sql } from "drizzle-orm";
import { today } from "../../domain/calendar/civil-date.ts";
import { findAskable } from "../../domain/questions/asking/ask.server.ts";
import { deliverQuestion } from "../../domain/questions/letters/owner-letter.server.ts";
import { stayOf } from "../../domain/questions/question.ts";
import { findStayOffer } from "../../domain/questions/stay-offer.server.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { questions } from "../../platform/db/question-schema.ts";
import { users } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { LinkingSite } from "../../platform/mail/signed-links.server.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { type notStaff, type Operator, operate } from "../staff/staff.server.ts";
import { isWaiting } from "./waiting-questions.server.ts";

export type QuestionResult = { ok: true } | typeof notStaff | Refusal<"not-found" | "no-change">;

const settled = refuse("no-change", "Esta pergunta já estava resolvida.", { status: 409 });

const adGone = refuse(
  "no-change",
  "O anúncio saiu do ar ou não recebe mais perguntas. Só resta descartar.",
  { status: 409 },
);

type Question = typeof questions.$inferSelect;

/** Delivers a held question, or keeps a reported one. */
export async function passQuestion(
  site: LinkingSite,
  operator: Operator,
  id: string,
): Promise<QuestionResult> {
  const asked = isUuid(id) ? await findWaiting(site.db, id) : null;
  const listing = asked && (await findAskable(site.db, asked.postId));
  const offer = asked && listing && (await findStayOffer(site.db, listing, stayOf(asked), today()));
  return operate(site.db, operator, async (tx, actor) => {
    const question = asked && (await findWaiting(tx, id, true));
    if (!question) return settled;
    if (question.deliveredAt) {
      await tx.update(questions).set({ reportedAt: null }).where(eq(questions.id, id));
      await recordAction(tx, { actor, action: "question-kept", ...subjectOf(question) });
      return { ok: true };
    }
    if (!listing?.recebePerguntas) return adGone;
    const [owner] = await tx
      .select({ uid: users.id, email: users.email, displayName: users.displayName })
      .from(users)
      .where(eq(users.id, question.uid));
    if (!owner) return settled;
    await tx.update(questions).set({ deliveredAt: sql`now()` }).where(eq(questions.id, id));
    const { localizacao } = listing;
    await deliverQuestion(tx, site, owner, { ...question, localizacao }, offer);
    await recordAction(tx, { actor, action: "question-delivered", ...subjectOf(question) });
    return { ok: true };
  });
}

/** Takes a question out of sight; its row remains, so that the same words are still noticed. */
export function discardQuestion(db: Db, operator: Operator, id: string): Promise<QuestionResult> {
  return operate(db, operator, async (tx, actor) => {
    const question = isUuid(id) ? await findWaiting(tx, id, true) : null;
    if (!question) return settled;
    await tx.update(questions).set({ discardedAt: sql`now()` }).where(eq(questions.id, id));
    await recordAction(tx, { actor, action: "question-discarded", ...subjectOf(question) });
    return { ok: true };
  });
}

async function findWaiting(
  db: Db | Transaction,
  id: string,
  isLocked = false,
): Promise<Question | null> {
  const found = db
    .select()
    .from(questions)
    .where(and(eq(questions.id, id), isWaiting))
    .$dynamic();
  const [question] = await (isLocked ? found.for("update") : found);
  return question ?? null;
}

function subjectOf({ id, title }: Question) {
  return { subjectId: id, subject: title };
}
