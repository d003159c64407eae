import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { questions } from "../../platform/db/question-schema.ts";
import { users } from "../../platform/db/schema.ts";

/** Held for their words, which went to many advertisers, or reported by their own. */
export const isWaiting = and(
  isNull(questions.discardedAt),
  or(isNull(questions.deliveredAt), isNotNull(questions.reportedAt)),
);

export interface WaitingQuestion {
  id: string;
  uid: string;
  postId: string;
  title: string;
  ownerName: string;
  nome: string;
  mensagem: string;
  createdAt: Date;
  isHeld: boolean;
  /** Questions within a day of this one with the same words. */
  alike: number;
}

const maxListed = 200;

/** Lists what the operator has to look at, oldest first. */
export function listWaitingQuestions(db: Db): Promise<WaitingQuestion[]> {
  return db
    .select({
      id: questions.id,
      uid: questions.uid,
      postId: questions.postId,
      title: questions.title,
      ownerName: users.displayName,
      nome: questions.nome,
      mensagem: questions.mensagem,
      createdAt: questions.createdAt,
      isHeld: sql<boolean>`${questions.deliveredAt} is null`,
      alike: sql<number>`(select count(*)::int from questions as other
        where other."wordsHash" = ${questions.wordsHash}
        and abs(extract(epoch from other."createdAt" - ${questions.createdAt})) < 86400)`,
    })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.uid))
    .where(isWaiting)
    .orderBy(asc(questions.createdAt), asc(questions.id))
    .limit(maxListed);
}
