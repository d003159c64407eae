import { and, desc, eq, ne, sql } from "drizzle-orm";
import { civilDateOf, today } from "../../calendar/civil-date.ts";
import { monthName, monthOf } from "../../calendar/month.ts";
import { isCheckValid } from "../../checks/check.ts";
import type { Db } from "../../db/client.server.ts";
import { prepareOnce } from "../../db/prepared.server.ts";
import { posts, users } from "../../db/schema.ts";
import { columnsOf } from "../../listings/listings.server.ts";
import { photosColumn } from "../../photos/photos.server.ts";
import {
  answerTimesColumn,
  describeAnswerTime,
} from "../../questions/answering/answer-times.server.ts";
import { hasTestimonialsColumn } from "../../testimonials/shown/shown-testimonials.server.ts";
import { isPublic } from "../../visibility/visibility.server.ts";
import type { SmallListing } from "../similar/small-listings.tsx";

export interface TrustSignals {
  /** Month of the sign-up: "novembro de 2026". */
  since: string;
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
  /** Number of the advertiser's public listings, this one included. */
  total: number;
}

const maxOthers = 3;

const advertiserOf = prepareOnce((db) =>
  db
    .select({
      uid: posts.uid,
      since: users.createdAt,
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
      total: sql<number>`(count(*) over () + 1)::int`,
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
  const { uid, since, nomePix, receivesQuestions, answerTimes, hasTestimonials } = row;
  const checkedAt = isCheckValid(row.checkedAt, day) ? row.checkedAt : null;
  const { others, total } = await findOtherListings(db, uid, id);
  return {
    since: monthName(monthOf(civilDateOf(since))),
    checked: checkedAt && shortMonth(checkedAt),
    pixName: (checkedAt && nomePix) || null,
    receivesQuestions,
    answerTime: receivesQuestions ? describeAnswerTime(answerTimes) : null,
    hasTestimonials,
    others,
    total,
  };
}

/** The advertiser's public listings besides this one. */
export async function findOtherListings(
  db: Db,
  uid: string,
  id: string,
): Promise<Pick<TrustSignals, "others" | "total">> {
  const rows = await otherListings(db).execute({ uid, id });
  return {
    others: rows.map(({ photos, total: _, ...other }) => ({ ...other, photo: photos[0] ?? null })),
    total: rows[0]?.total ?? 1,
  };
}

function shortMonth(instant: Date): string {
  const [year, month] = civilDateOf(instant).split("-");
  return `${month}/${year}`;
}
