import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { feeds } from "../../../platform/db/calendar-schema.ts";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { posts, users } from "../../../platform/db/schema.ts";
import { typed } from "../../../platform/mail/letter-words.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { greet, type OwnerWords } from "../../../platform/mail/owner-words.ts";
import { today } from "../../calendar/civil-date.ts";
import type { CalendarFeeds, FeedReading } from "../calendar-feeds.server.ts";
import { refuseFeed } from "../feed-problems.ts";
import { readingSeconds } from "./feed-hosts.server.ts";
import { needsWholeCopy, nextReadingAt, suspectEmpty } from "./feed-schedule.ts";
import { nightsColumns } from "./nights-columns.server.ts";

type FeedRow = typeof feeds.$inferSelect;

/** A feed being read, which nobody else reads until the claim expires. */
export interface ClaimedFeed extends Omit<FeedRow, "nights" | "stays" | "freed" | "attemptedAt"> {
  /** When the claim was made, as printed by the database; identifies the claim. */
  claim: string;
  hasNightsToCome: boolean;
  previousAttemptAt: Date | null;
}

/** Includes the port, unless it is the protocol's default. */
export const hostOfFeed = sql<string>`split_part(${feeds.endereco}, '/', 3)`;

/** Claims the most overdue of the feeds selected by `which`; null if there is none. */
export async function claimFeed(
  db: Db,
  which: SQL | undefined,
  today: string,
): Promise<ClaimedFeed | null> {
  return db.transaction(async (tx) => {
    const [feed] = await tx
      .select({
        row: feeds,
        hasNightsToCome: sql<boolean>`upper(${feeds.nights}) > ${today}::date`,
      })
      .from(feeds)
      .where(which)
      .orderBy(feeds.nextReadingAt)
      .limit(1)
      .for("update", { skipLocked: true });
    if (!feed) return null;
    const [claimed] = await tx
      .update(feeds)
      .set({
        attemptedAt: sql`clock_timestamp()`,
        nextReadingAt: sql`clock_timestamp() + ${readingSeconds} * interval '1 second'`,
      })
      .where(eq(feeds.id, feed.row.id))
      .returning({ claim: sql<string>`${feeds.attemptedAt}::text` });
    const {
      nights: _nights,
      stays: _stays,
      freed: _freed,
      attemptedAt: previousAttemptAt,
      ...row
    } = feed.row;
    const hasNightsToCome = feed.hasNightsToCome ?? false;
    return claimed ? { ...row, claim: claimed.claim, hasNightsToCome, previousAttemptAt } : null;
  });
}

async function releaseFeed(db: Db, feed: ClaimedFeed): Promise<void> {
  await db
    .update(feeds)
    .set({ nextReadingAt: sql`now()`, attemptedAt: feed.previousAttemptAt })
    .where(isStillClaimed(feed));
}

/**
 * Stores a reading in one transaction, unless the feed is gone or claimed again. A good copy
 * replaces the nights, a refusal keeps them. A failed extra reading counts no failure and leaves the
 * schedule alone, unless the site asks to wait longer.
 */
export async function storeReading(
  db: Db | Transaction,
  feed: ClaimedFeed,
  reading: FeedReading,
  { isExtra = false }: { isExtra?: boolean | undefined } = {},
): Promise<void> {
  const now = new Date();
  const isUncounted = isExtra && !reading.ok;
  const failures = reading.ok ? 0 : feed.failures + (isUncounted ? 0 : 1);
  const retryAfterMs = reading.ok ? null : reading.retryAfterMs;
  const waitUntil = retryAfterMs === null ? null : new Date(now.getTime() + retryAfterMs);
  const next = isUncounted
    ? new Date(Math.max(feed.nextReadingAt.getTime(), waitUntil?.getTime() ?? 0))
    : nextReadingAt({ now, failures, retryAfterMs, random: Math.random() });
  await db.transaction(async (tx) => {
    // Listings are locked before their feeds, as by the owner's commands.
    await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, feed.postId)).for("update");
    const { rowCount } = await tx
      .update(feeds)
      .set({
        ...(reading.ok ? changesOfGood(feed, reading, now) : changesOfFailure(feed, reading, now)),
        failures,
        waitUntil,
        nextReadingAt: next,
      })
      .where(isStillClaimed(feed));
    if (rowCount === 1 && !reading.ok && isFailingForDays(feed, now)) await notifyOwner(tx, feed);
  });
}

function changesOfGood(feed: ClaimedFeed, reading: FeedReading & { ok: true }, now: Date) {
  const suspicion = suspicionAfter(feed, reading, now);
  const validators = reading.isModified && {
    etag: reading.validators.etag,
    lastModified: reading.validators.lastModified,
    copiedAt: now,
  };
  const isBelievedEmpty = !reading.isModified && feed.emptySince !== null && !suspicion;
  const nights = reading.isModified ? reading.nights : isBelievedEmpty ? [] : null;
  return {
    ...validators,
    goodAt: now,
    failingSince: null,
    problem: null,
    emptySince: suspicion?.since ?? null,
    emptyReadings: suspicion?.readings ?? 0,
    ...(reading.isModified && {
      eventCount: reading.counts.events,
      freeCount: reading.counts.free,
      unreadableCount: reading.counts.unreadable,
    }),
    ...(nights && !suspicion && nightsColumns(nights, today(now))),
  };
}

/** A "not modified" response counts as another reading of a copy suspected to be empty by mistake. */
function suspicionAfter(feed: ClaimedFeed, reading: FeedReading & { ok: true }, now: Date) {
  const isEmpty = reading.isModified ? reading.nights.length === 0 : feed.emptySince !== null;
  const { hasNightsToCome, emptySince: since, emptyReadings: readings } = feed;
  return suspectEmpty(
    { isEmpty },
    { hasNightsToCome, suspicion: since ? { since, readings } : null },
    now,
  );
}

function changesOfFailure(feed: ClaimedFeed, { reason }: { reason: string }, now: Date) {
  return { problem: reason, failingSince: feed.failingSince ?? now };
}

function isStillClaimed({ id, claim }: ClaimedFeed): SQL | undefined {
  return and(eq(feeds.id, id), eq(feeds.attemptedAt, sql`${claim}::timestamptz`));
}

const daysUntilMail = 3;

/** True once in a series of failures, at the first one after {@link daysUntilMail} days. */
function isFailingForDays({ failingSince, previousAttemptAt }: ClaimedFeed, now: Date): boolean {
  if (!failingSince) return false;
  const mailAt = failingSince.getTime() + daysUntilMail * 24 * 3_600_000;
  return now.getTime() >= mailAt && (previousAttemptAt?.getTime() ?? 0) < mailAt;
}

async function notifyOwner(tx: Transaction, feed: ClaimedFeed): Promise<void> {
  const [owner] = await tx
    .select({ uid: users.id, to: users.email, name: users.displayName, title: posts.title })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(eq(posts.id, feed.postId));
  if (!owner) return;
  const text = (theirs: OwnerWords) => `${greet(theirs, owner.name)}

Há ${daysUntilMail} dias não conseguimos ler ${theirs(`o calendário "${typed(feed.nome)}" do anúncio "${typed(owner.title)}"`, "um calendário de um anúncio seu")}. Os dias que ele já trouxe continuam ocupados, mas reservas novas feitas lá ainda não aparecem aqui.

No calendário do anúncio você vê o motivo. Se o endereço mudou, desligue o antigo e conecte o novo.

Mar de Minas`;
  const subject = "Não conseguimos ler um calendário do seu anúncio";
  const button = { label: "Abrir o calendário", url: `/posts/${feed.postId}/calendario` };
  await queueAccountMail(tx, owner.uid, { to: owner.to, subject, text, button });
}

/** Returns true if the feed was read; its host must be held. An extra reading wasn't due yet. */
export async function readClaimed(
  { db, calendarFeeds, log }: { db: Db; calendarFeeds: CalendarFeeds; log: Logger },
  feed: ClaimedFeed,
  { signal, isExtra }: { signal?: AbortSignal; isExtra?: boolean } = {},
): Promise<boolean> {
  const { id, postId: listingId, etag, lastModified, copiedAt } = feed;
  const begun = new Date();
  const isWhole = copiedAt === null || needsWholeCopy(copiedAt, begun);
  const validators = isWhole ? null : { etag, lastModified };
  let reading: FeedReading;
  try {
    const options = { listingId, today: today(begun), validators, signal };
    reading = await calendarFeeds.read(feed.endereco, options);
    await storeReading(db, feed, reading, { isExtra });
  } catch (error) {
    if (signal?.aborted) {
      await releaseFeed(db, feed);
      return false;
    }
    log.error({ err: error, feed: id }, "calendar feed not read");
    const failure = { ...refuseFeed("ours"), retryAfterMs: null };
    await storeReading(db, feed, failure, { isExtra });
    return false;
  }
  if (!reading.ok) log.info({ feed: id, problem: reading.reason }, "calendar feed not read");
  return reading.ok;
}
