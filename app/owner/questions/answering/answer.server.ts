import { eq, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { lockUser } from "../../../domain/accounts/account.server.ts";
import { nightsOf } from "../../../domain/calendar/stays.ts";
import { listingNotFound } from "../../../domain/listings/missing/absence.ts";
import { queueAnswer } from "../../../domain/questions/letters/visitor-letters.server.ts";
import { type QuestionAnswer, stayOf } from "../../../domain/questions/question.ts";
import { isOwnQuestion, noSuchQuestion } from "../../../domain/questions/questions.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { questions } from "../../../platform/db/question-schema.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { hour, type Limit, takeTry } from "../../../platform/web/rate-limit.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { changeNights } from "../../calendar/nights.server.ts";

/** Each change of an answer writes to the visitor. */
const answersOfQuestion: Limit = { name: "question-answers", points: 6, duration: 24 * hour };

const tooManyAnswers = refuse(
  "too-many-changes",
  "Você já mudou esta resposta muitas vezes hoje. Fale direto com quem perguntou.",
);

type Answered = { ok: true } | Refusal<"not-found" | "too-many-changes">;

/** Answers for the advertiser, who is logged in or holds the link of the question's letter. */
export async function receiveAnswer(
  context: Readonly<RouterContextProvider>,
  uid: string,
  id: string,
  answer: QuestionAnswer,
): Promise<Answered> {
  const { db, mailedSiteUrl } = context.get(siteContext);
  if (!isUuid(id)) return noSuchQuestion;
  const [question] = await db
    .select({ answer: questions.answer })
    .from(questions)
    .where(isOwnQuestion(uid, id));
  if (!question) return noSuchQuestion;
  // A repeated answer writes to nobody.
  if (question.answer === answer) return { ok: true };
  if (!(await takeTry(context, [[answersOfQuestion, id]]))) return tooManyAnswers;
  return answerQuestion({ db, mailedSiteUrl }, uid, id, answer);
}

/** Stores an answer and writes to the visitor, both or neither; a repeated one changes nothing. */
export function answerQuestion(
  site: { db: Db; mailedSiteUrl: string },
  uid: string,
  id: string,
  answer: QuestionAnswer,
): Promise<{ ok: true } | Refusal<"not-found">> {
  return site.db.transaction(async (tx) => {
    if (!(await lockUser(tx, uid))) return noSuchQuestion;
    const [question] = await tx
      .select()
      .from(questions)
      .where(isOwnQuestion(uid, id))
      .for("update");
    if (!question) return noSuchQuestion;
    if (question.answer === answer) return { ok: true };
    await tx
      .update(questions)
      .set({
        answer,
        answeredAt: sql`coalesce(${questions.answeredAt}, now())`,
      })
      .where(eq(questions.id, id));
    await queueAnswer(tx, site.mailedSiteUrl, question, answer);
    return { ok: true };
  });
}

/** Marks the nights of a question as taken in the ad's calendar. */
export async function markAskedNights(
  db: Db,
  uid: string,
  id: string,
): Promise<{ ok: true } | Refusal<"not-found" | "invalid">> {
  if (!isUuid(id)) return noSuchQuestion;
  const [question] = await db
    .select({ postId: questions.postId, entrada: questions.entrada, saida: questions.saida })
    .from(questions)
    .where(isOwnQuestion(uid, id));
  if (!question) return noSuchQuestion;
  const stay = stayOf(question);
  if (!stay) return refuse("invalid", "Esta pergunta não diz as datas.");
  const change = { mark: nightsOf(stay), free: [] };
  const result = await changeNights(db, uid, question.postId, change);
  // The ad was deleted, and its calendar with it.
  return result.ok
    ? { ok: true }
    : { ...listingNotFound, message: "Este anúncio não existe mais." };
}
