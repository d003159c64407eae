import { createHash } from "node:crypto";
import { and, countDistinct, eq, gt, ne, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { lockNumbers } from "../../../platform/db/lock-numbers.ts";
import { questions } from "../../../platform/db/question-schema.ts";
import { posts, users } from "../../../platform/db/schema.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { LinkingSite } from "../../../platform/mail/signed-links.server.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { isPublic } from "../../accounts/visibility/visibility.server.ts";
import { today } from "../../calendar/civil-date.ts";
import type { HouseNights } from "../../calendar/date-choice/form-calendar.tsx";
import { feedsReadAtColumn, takenNightsColumn } from "../../calendar/taken-nights.server.ts";
import { staleCalendarAge } from "../../listings/freshness.ts";
import { datesCheckedAtColumn } from "../../listings/listings.server.ts";
import { deliverQuestion } from "../letters/owner-letter.server.ts";
import { stayOf } from "../question.ts";
import { findStayOffer } from "../stay-offer.server.ts";
import { hashOwnWords } from "./own-words.server.ts";
import type { QuestionInput } from "./question-form.server.ts";

/** Visitors can't see the listing: it is paused, deleted, unknown or malformed. */
export const noSuchListing = refuse("not-found", "Este anúncio não está no ar.", { status: 404 });

export const ownListing = refuse("own-listing", "Este anúncio é seu.", { status: 403 });

export const noQuestions = refuse(
  "forbidden",
  "Este anunciante não recebe perguntas por e-mail. Ligue ou chame no WhatsApp.",
  { status: 403 },
);

export interface AskableListing {
  id: string;
  uid: string;
  title: string;
  localizacao: string;
  valorFds: string;
  valorDiaria: string | null;
  recebePerguntas: boolean;
}

const askableColumns = {
  id: posts.id,
  uid: posts.uid,
  title: posts.title,
  localizacao: posts.localizacao,
  valorFds: posts.valorFds,
  valorDiaria: posts.valorDiaria,
  recebePerguntas: users.recebePerguntas,
};

export async function findAskable(db: Db, id: string): Promise<AskableListing | null> {
  if (!isUuid(id)) return null;
  const [listing] = await db
    .select(askableColumns)
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(eq(posts.id, id), isPublic));
  return listing ?? null;
}

/** The nights of a listing that the form's calendar shows. */
export async function findNights(db: Db, id: string, day: string): Promise<HouseNights> {
  const [row] = await db
    .select({
      unavailableDays: takenNightsColumn(day),
      datesCheckedAt: datesCheckedAtColumn,
      feedsReadAt: feedsReadAtColumn,
    })
    .from(posts)
    .where(eq(posts.id, id));
  if (!row) return { unavailableDays: [], isStale: true };
  return {
    unavailableDays: row.unavailableDays,
    isStale: staleCalendarAge(row, day) !== null,
  };
}

export type AskResult =
  | { ok: true; isHeld: boolean }
  | Refusal<"not-found" | "own-listing" | "forbidden">;

/** Words that went to this many other advertisers within a day wait for the operator. */
const othersBeforeHold = 2;

/**
 * Stores a question and passes it on, or does neither. The same question within a day counts as one, so
 * that a visitor's retry is delivered once.
 */
export async function askQuestion(
  site: LinkingSite,
  listing: AskableListing,
  input: QuestionInput,
  day = today(),
): Promise<AskResult> {
  const { id: postId } = listing;
  const wordsHash = hashOwnWords(input, listing);
  const offer = await findStayOffer(site.db, listing, stayOf(input), day);
  return site.db.transaction(async (tx) => {
    // The same words, sent at once to several advertisers, wait here and then find one another.
    const lock = wordsHash ?? createHash("sha256").update(input.mensagem).digest("base64url");
    await tx.execute(
      sql`select pg_advisory_xact_lock(${lockNumbers.questions}, hashtext(${lock}))`,
    );
    // Waits while the listing or its account is being deleted, and then finds no row.
    const [current] = await tx
      .select({ ...askableColumns, email: users.email, displayName: users.displayName })
      .from(posts)
      .innerJoin(users, eq(users.id, posts.uid))
      .where(and(eq(posts.id, postId), isPublic))
      .for("key share");
    if (!current) return noSuchListing;
    if (!current.recebePerguntas) return noQuestions;
    const { uid, title, localizacao, email, displayName } = current;
    const [known] = await tx
      .select({ deliveredAt: questions.deliveredAt })
      .from(questions)
      .where(
        and(
          eq(questions.postId, postId),
          eq(questions.email, input.email),
          eq(questions.mensagem, input.mensagem),
          sql`${questions.entrada} is not distinct from ${input.entrada}`,
          sql`${questions.saida} is not distinct from ${input.saida}`,
          sql`${questions.pessoas} is not distinct from ${input.pessoas}`,
          gt(questions.createdAt, aDayAgo),
        ),
      )
      .limit(1);
    if (known) return { ok: true, isHeld: known.deliveredAt === null };
    const isHeld =
      wordsHash !== null && (await countOthers(tx, uid, wordsHash)) >= othersBeforeHold;
    const [stored] = await tx
      .insert(questions)
      .values({
        ...input,
        uid,
        postId,
        title,
        wordsHash,
        deliveredAt: isHeld ? null : sql`now()`,
      })
      .returning({ id: questions.id });
    if (!stored) throw new Error("insert gave no row");
    if (!isHeld) {
      const question = { ...input, id: stored.id, uid, postId, title, localizacao };
      await deliverQuestion(tx, site, { uid, email, displayName }, question, offer);
    }
    return { ok: true, isHeld };
  });
}

const aDayAgo = sql`now() - interval '1 day'`;

async function countOthers(tx: Transaction, uid: string, wordsHash: string): Promise<number> {
  const [row] = await tx
    .select({ n: countDistinct(questions.uid) })
    .from(questions)
    .where(
      and(
        eq(questions.wordsHash, wordsHash),
        ne(questions.uid, uid),
        gt(questions.createdAt, aDayAgo),
      ),
    );
  return row?.n ?? 0;
}
