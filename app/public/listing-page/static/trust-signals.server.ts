import { and, desc, eq, ne, sql } from "drizzle-orm";
import { isPublic } from "../../../domain/accounts/visibility/visibility.server.ts";
import { civilDateOf, today } from "../../../domain/calendar/civil-date.ts";
import { isCheckValid } from "../../../domain/listings/checks/check.ts";
import { columnsOf } from "../../../domain/listings/listings.server.ts";
import { photosColumn } from "../../../domain/photos/photos.server.ts";
import {
  answerTimesColumn,
  describeAnswerTime,
} from "../../../domain/questions/answering/answer-times.server.ts";
import { hasTestimonialsColumn } from "../../../domain/testimonials/list-shown.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { prepareOnce } from "../../../platform/db/prepared.server.ts";
import { posts, users } from "../../../platform/db/schema.ts";
import type { SmallListing } from "../similar/small-listings.tsx";

export interface TrustSignals {
  /** Month in which the operator checked the listing, "11/2026"; null unless that check still counts. */
  checked: string | null;
  /** Name on the Pix key, verified by the operator; null if the owner gave none. */
  pixName: string | null;
  /** The advertiser takes questions by e-mail. */
  receivesQuestions: boolean;
  /** Sentence about the advertiser's usual response time; null if there is nothing good to say. */
  answerTime: string | null;
  hasTestimonials: boolean;
  /** The advertiser's other public listings, newest first. */
  others: SmallListing[];
}

const maxOthers = 3;

const advertiserOf = prepareOnce((db) =>
  db
    .select({
      uid: posts.uid,
      checkedAt: posts.checkedAt,
      nomePix: posts.nomePix,
      receivesQuestions: users.recebePerguntas,
      answerTimes: answerTimesColumn,
      hasTestimonials: hasTestimonialsColumn,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(eq(posts.id, sql.placeholder("id")))
    .prepare("advertiser_of"),
);

const otherListings = prepareOnce((db) =>
  db
    .select({
      id: posts.id,
      ...columnsOf(["title", "localizacao", "quantidadeMaximaPessoas", "valorFds", "valorDiaria"]),
      photos: photosColumn(1),
    })
    .from(posts)
    .where(
      and(eq(posts.uid, sql.placeholder("uid")), ne(posts.id, sql.placeholder("id")), isPublic),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(maxOthers)
    .prepare("other_listings"),
);

export async function findTrustSignals(
  db: Db,
  id: string,
  day = today(),
): Promise<TrustSignals | null> {
  const [row] = await advertiserOf(db).execute({ id });
  if (!row) return null;
  const { uid, nomePix, receivesQuestions, answerTimes, hasTestimonials } = row;
  const checkedAt = isCheckValid(row.checkedAt, day) ? row.checkedAt : null;
  return {
    checked: checkedAt && shortMonth(checkedAt),
    pixName: (checkedAt && nomePix) || null,
    receivesQuestions,
    answerTime: receivesQuestions ? describeAnswerTime(answerTimes) : null,
    hasTestimonials,
    others: await listOtherListings(db, uid, id),
  };
}

/** The advertiser's public listings besides this one. */
export async function listOtherListings(db: Db, uid: string, id: string): Promise<SmallListing[]> {
  const rows = await otherListings(db).execute({ uid, id });
  return rows.map(({ photos, ...other }) => ({ ...other, photo: photos[0] ?? null }));
}

function shortMonth(instant: Date): string {
  const [year, month] = civilDateOf(instant).split("-");
  return `${month}/${year}`;
}
