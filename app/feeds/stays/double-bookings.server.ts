import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { addDays, today } from "../../calendar/civil-date.ts";
import { rangesOf } from "../../calendar/day-ranges.ts";
import { doubleBookings, feeds } from "../../db/calendar-schema.ts";
import type { Db, Transaction } from "../../db/client.server.ts";
import { posts, unavailableDays, users } from "../../db/schema.ts";
import { withOwnListing } from "../../listings/own-listing.server.ts";
import { typed } from "../../mail/letter-words.ts";
import { queueAccountMail } from "../../mail/outbox.server.ts";
import { greet, type OwnerWords } from "../../mail/owner-words.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import {
  adviseOn,
  describeNights,
  describeSources,
  ownCalendar,
  writeDoubleBooking,
} from "./double-booking-words.ts";
import {
  type DoubleBooking,
  findDoubleBookings,
  isSamePair,
  isWithin,
  type TakenCalendar,
} from "./double-bookings.ts";
import { rangesIn, splitFreed } from "./feed-stays.ts";

const doubleBookingGone = refuse("gone", "Essas noites não estão mais ocupadas duas vezes.");

/** Lists what is taken twice on listings, by listing id, except what their owner says is one stay. */
export async function listDoubleBookings(
  db: Db | Transaction,
  postIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, DoubleBooking[]>> {
  const found = await findOn(db, postIds, day);
  if (found.size === 0) return found;
  const told = await listTold(db, [...found.keys()]);
  const dismissed = told.filter(({ dismissedAt }) => dismissedAt !== null);
  const left = [...found].map(([postId, all]): [string, DoubleBooking[]] => [
    postId,
    all.filter((booking) => !dismissed.some((row) => isWithin(booking, row))),
  ]);
  return new Map(left.filter(([, all]) => all.length > 0));
}

/** Only listings with a feed can have nights that are taken twice. */
async function findOn(
  db: Db | Transaction,
  postIds: readonly string[],
  day: string,
): Promise<Map<string, DoubleBooking[]>> {
  const found = new Map<string, DoubleBooking[]>();
  if (postIds.length === 0) return found;
  const read = await db
    .select({
      id: feeds.id,
      postId: feeds.postId,
      nome: feeds.nome,
      stays: feeds.stays,
      freed: feeds.freed,
    })
    .from(feeds)
    .where(inArray(feeds.postId, [...postIds]))
    .orderBy(asc(feeds.createdAt), asc(feeds.id));
  const ids = [...new Set(read.map(({ postId }) => postId))];
  if (ids.length === 0) return found;
  const marked = await db
    .select({ postId: unavailableDays.postId, day: unavailableDays.day })
    .from(unavailableDays)
    .where(and(inArray(unavailableDays.postId, ids), sql`${unavailableDays.day} >= ${day}`))
    .orderBy(asc(unavailableDays.day));
  for (const postId of ids) {
    const nights = marked.flatMap((row) => (row.postId === postId ? [row.day] : []));
    const own: TakenCalendar = {
      feedId: null,
      name: ownCalendar,
      stays: rangesOf(nights).map(({ first, last }) => ({ from: first, to: addDays(last, 1) })),
    };
    const others = read
      .filter((feed) => feed.postId === postId)
      .map(({ id, nome, stays, freed }) => ({
        feedId: id,
        name: nome,
        stays: splitFreed(rangesIn(stays ?? ""), rangesIn(freed), day).taking,
      }));
    const twice = findDoubleBookings([own, ...others], day);
    if (twice.length > 0) found.set(postId, twice);
  }
  return found;
}

async function listTold(db: Db | Transaction, postIds: readonly string[]) {
  const rows = await db
    .select()
    .from(doubleBookings)
    .where(inArray(doubleBookings.postId, [...postIds]));
  return rows.map(({ de, ate, ...row }) => ({ ...row, from: de, to: ate }));
}

/**
 * Writes to the owner about nights that were not taken twice before. A listing's row must be locked,
 * so that two readings don't write both.
 */
export async function tellDoubleBookings(
  tx: Transaction,
  postId: string,
  day: string,
): Promise<void> {
  const current = (await findOn(tx, [postId], day)).get(postId) ?? [];
  const told = await listTold(tx, [postId]);
  const over = told.filter(
    (row) => !current.some((one) => isSamePair(one, row) && one.from < row.to && row.from < one.to),
  );
  if (over.length > 0) {
    const ids = over.map(({ id }) => id);
    await tx.delete(doubleBookings).where(inArray(doubleBookings.id, ids));
  }
  const news = current.filter((one) => !told.some((row) => isWithin(one, row)));
  if (news.length === 0) return;
  await tx.insert(doubleBookings).values(news.map((one) => rowOf(postId, one)));
  await writeToOwner(tx, postId, news);
}

function rowOf(postId: string, { oneId, otherId, from, to }: DoubleBooking) {
  return { postId, oneId, otherId, de: from, ate: to };
}

async function writeToOwner(
  tx: Transaction,
  postId: string,
  news: readonly DoubleBooking[],
): Promise<void> {
  const [owner] = await tx
    .select({ uid: users.id, to: users.email, name: users.displayName, title: posts.title })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(eq(posts.id, postId));
  if (!owner) return;
  const text = (theirs: OwnerWords) => `${greet(theirs, owner.name)}

Pode haver duas reservas nas mesmas noites ${theirs(`em "${typed(owner.title)}"`, "em um anúncio seu")}:

${news
  .map((booking) => {
    const one = { ...booking, one: typed(booking.one), other: typed(booking.other) };
    const nights = `${describeNights(one)}: ${theirs(describeSources(one), "ocupadas em dois calendários")}.`;
    return `${nights}\n${theirs(adviseOn(one), "Veja no calendário o que fazer.")}`;
  })
  .join("\n\n")}

No calendário do anúncio, as noites estão em vermelho. Avisamos uma vez por noite repetida.

Mar de Minas
`;
  const subject = "Confira: duas reservas nas mesmas noites?";
  const button = { label: "Abrir o calendário", url: `/posts/${postId}/calendario` };
  await queueAccountMail(tx, owner.uid, { to: owner.to, subject, text, button });
}

/** Takes the owner's word that it is one and the same stay, for as long as it lasts. */
export async function dismissDoubleBooking(
  db: Db,
  uid: string,
  postId: string,
  written: string,
): Promise<{ ok: true } | Refusal> {
  const day = today();
  return withOwnListing(db, uid, postId, async (tx) => {
    const current = (await findOn(tx, [postId], day)).get(postId) ?? [];
    const meant = current.find((one) => writeDoubleBooking(one) === written);
    if (!meant) return doubleBookingGone;
    const told = (await listTold(tx, [postId])).filter((row) => isWithin(meant, row));
    if (told.length === 0) await tx.insert(doubleBookings).values(dismissed(postId, meant));
    else {
      const ids = told.map(({ id }) => id);
      await tx
        .update(doubleBookings)
        .set({ dismissedAt: sql`now()` })
        .where(inArray(doubleBookings.id, ids));
    }
    return { ok: true };
  });
}

function dismissed(postId: string, meant: DoubleBooking) {
  return { ...rowOf(postId, meant), dismissedAt: sql`now()` };
}
