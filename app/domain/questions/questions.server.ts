import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { questions } from "../../platform/db/question-schema.ts";
import { posts, users } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { deleteMailAbout } from "../../platform/mail/outbox.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { isPublic } from "../accounts/visibility/visibility.server.ts";
import { nightsOf, type Stay } from "../calendar/stays.ts";
import { findTakenNights } from "../calendar/taken-nights.server.ts";
import { type QuestionAnswer, stayOf } from "./question.ts";

export const noSuchQuestion = refuse("not-found", "Esta pergunta não existe mais.", {
  status: 404,
});

/** Title of the ad that a question was about; null without the question. */
export async function findAskedTitle(db: Db, id: string): Promise<string | null> {
  const { title } = questions;
  const [asked] = await db.select({ title }).from(questions).where(eq(questions.id, id));
  return asked?.title ?? null;
}

/** Excludes questions that the operator holds or has discarded. */
export const isDelivered = and(isNotNull(questions.deliveredAt), isNull(questions.discardedAt));

const isOpen = and(isDelivered, isNull(questions.answer));

/** A question of the advertiser's that has reached them. */
export function isOwnQuestion(uid: string, id: string): SQL | undefined {
  return and(eq(questions.id, id), eq(questions.uid, uid), isDelivered);
}

/** As its link shows it: without the visitor's e-mail address. */
export interface ShownQuestion {
  id: string;
  postId: string;
  title: string;
  nome: string;
  telefone: string | null;
  entrada: string | null;
  saida: string | null;
  pessoas: number | null;
  mensagem: string;
  deliveredAt: Date;
  answer: QuestionAnswer | null;
  isReported: boolean;
  /** Visitors can see the ad. */
  isListed: boolean;
  /** The ad still exists, and so has a calendar. */
  hasCalendar: boolean;
  /** Nights of the stay from today on that the calendar says are free. */
  freeNights: string[];
  /** The first taken night; null if none is. */
  takenNight: string | null;
}

const shownColumns = {
  id: questions.id,
  postId: questions.postId,
  title: sql<string>`coalesce(${posts.title}, ${questions.title})`,
  nome: questions.nome,
  telefone: questions.telefone,
  entrada: questions.entrada,
  saida: questions.saida,
  pessoas: questions.pessoas,
  mensagem: questions.mensagem,
  deliveredAt: sql<Date>`${questions.deliveredAt}`.mapWith(questions.createdAt),
  answer: questions.answer,
  isReported: sql<boolean>`${questions.reportedAt} is not null`,
  isListed: sql<boolean>`coalesce(${posts.id} is not null and ${isPublic}, false)`,
  hasCalendar: sql<boolean>`${posts.id} is not null`,
};

type ShownRow = Omit<ShownQuestion, "freeNights" | "takenNight">;

/** As its advertiser sees it once logged in. */
export interface OwnQuestion extends ShownQuestion {
  /** The visitor's address; null until the advertiser has confirmed their own, as in the letter. */
  email: string | null;
}

const ownColumns = {
  ...shownColumns,
  email: sql<string | null>`case when ${users.emailVerified} then ${questions.email} end`,
};

/** Answered ones shown beside those that are open. */
const maxAnswered = 100;
const maxOpen = 500;

export interface OwnQuestions {
  /** The one that has waited longest first. */
  open: OwnQuestion[];
  /** The one answered last first. */
  answered: OwnQuestion[];
}

export async function listOwnQuestions(db: Db, uid: string, day: string): Promise<OwnQuestions> {
  const own = db
    .select(ownColumns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.uid))
    .leftJoin(posts, and(eq(posts.id, questions.postId), eq(posts.uid, questions.uid)))
    .$dynamic();
  const open = await own
    .where(and(eq(questions.uid, uid), isOpen))
    .orderBy(asc(questions.deliveredAt), asc(questions.id))
    .limit(maxOpen);
  const answered = await db
    .select(ownColumns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.uid))
    .leftJoin(posts, and(eq(posts.id, questions.postId), eq(posts.uid, questions.uid)))
    .where(and(eq(questions.uid, uid), isDelivered, isNotNull(questions.answer)))
    .orderBy(desc(questions.answeredAt), desc(questions.id))
    .limit(maxAnswered);
  const all = await withNights(db, [...open, ...answered], day);
  return { open: all.slice(0, open.length), answered: all.slice(open.length) };
}

/** The question of a signed link, with its advertiser; null once it is gone. */
export async function findLinkedQuestion(
  db: Db,
  id: string,
  day: string,
): Promise<{ uid: string; question: ShownQuestion } | null> {
  const [row] = await db
    .select({ ...shownColumns, uid: questions.uid })
    .from(questions)
    .leftJoin(posts, and(eq(posts.id, questions.postId), eq(posts.uid, questions.uid)))
    .where(and(eq(questions.id, id), isDelivered));
  if (!row) return null;
  const { uid, ...shown } = row;
  const [question] = await withNights(db, [shown], day);
  return question ? { uid, question } : null;
}

async function withNights<Row extends ShownRow>(db: Db, rows: readonly Row[], day: string) {
  const stays = rows.flatMap((row) => stayOf(row) ?? []);
  const whole: Stay = {
    checkIn: stays.map(({ checkIn }) => checkIn).sort()[0] ?? day,
    checkOut:
      stays
        .map(({ checkOut }) => checkOut)
        .sort()
        .at(-1) ?? day,
  };
  const ids = [...new Set(rows.map(({ postId }) => postId))];
  const takenAt = stays.length > 0 ? await findTakenNights(db, ids, whole) : new Map();
  return rows.map((row): Row & ShownQuestion => {
    const stay = stayOf(row);
    const nights = stay ? nightsOf(stay) : [];
    const taken = new Set<string>(takenAt.get(row.postId) ?? []);
    return {
      ...row,
      freeNights: nights.filter((night) => night >= day && !taken.has(night)),
      takenNight: nights.find((night) => taken.has(night)) ?? null,
    };
  });
}

/** Open, and not reported: what the advertiser is expected to answer. */
const isUnanswered = and(isOpen, isNull(questions.reportedAt));

export function countOpenQuestions(db: Db, uid: string): Promise<number> {
  return db.$count(questions, and(eq(questions.uid, uid), isUnanswered));
}

/** Asks the operator to look at a question; once is enough. */
export async function reportQuestion(
  db: Db,
  uid: string,
  id: string,
): Promise<{ ok: true } | Refusal<"not-found">> {
  if (!isUuid(id)) return noSuchQuestion;
  const { rowCount } = await db
    .update(questions)
    .set({ reportedAt: sql`coalesce(${questions.reportedAt}, now())` })
    .where(isOwnQuestion(uid, id));
  return rowCount === 1 ? { ok: true } : noSuchQuestion;
}

/** Erases a question for whoever asked it, and the letters to both sides. Returns the letters' ids. */
export async function eraseQuestion(tx: Transaction, id: string): Promise<string[]> {
  // An answer being given holds the row: its letter is there by then.
  await tx.delete(questions).where(eq(questions.id, id));
  return deleteMailAbout(tx, [id]);
}

const retentionDays = 180;

/** Deletes questions after 180 days: nobody waits so long for an answer. */
export async function purgeQuestions(tx: Transaction): Promise<number> {
  const { rowCount } = await tx
    .delete(questions)
    .where(lt(questions.createdAt, sql`now() - ${retentionDays} * interval '1 day'`));
  return rowCount ?? 0;
}
