import { and, asc, eq, gte, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { lockUser } from "../accounts/account.server.ts";
import { noticesOfEmail } from "../accounts/account-limits.server.ts";
import { regionTimeZone, today } from "../calendar/civil-date.ts";
import { addMonths, type Month, monthOf } from "../calendar/month.ts";
import type { Db, Transaction } from "../db/client.server.ts";
import { visits } from "../db/operation-schema.ts";
import { posts, users } from "../db/schema.ts";
import { queueAccountMail } from "../mail/outbox.server.ts";
import type { SignedLinks } from "../mail/signed-links.server.ts";
import { type LimitedSite, spendPoints } from "../site/rate-limit.server.ts";
import type { VisitKind } from "../site/visit-mark.ts";
import { isPublic } from "../visibility/visibility.server.ts";
import { findDemand } from "./demand/demand.server.ts";
import { addressOf, factsFor, pickAdvice } from "./demand/demand-words.ts";
import {
  type ListingMonth,
  type MonthAdvice,
  monthSubject,
  writeMonthLetter,
} from "./month-letter.ts";

/** Hour in the region, on the first of the month: nobody wants this e-mail at midnight. */
const firstHour = 9;

export interface MonthLetterSite extends LimitedSite {
  db: Db;
  signedLinks: SignedLinks;
  mailedSiteUrl: string;
}

/** The last complete month, which is due from {@link firstHour} on the first of the next. */
function lastMonth(now: Date): Month {
  const morning = new Date(now.getTime() - firstHour * 3_600_000);
  return addMonths(monthOf(today(morning)), -1);
}

/**
 * Queues the letters of the last month; earlier ones that were missed are skipped. Several sites
 * may call this at once. Returns how many were queued.
 */
export async function sendMonthNumbers(site: MonthLetterSite, now = new Date()): Promise<number> {
  const month = lastMonth(now);
  const due = await site.db
    .selectDistinct({ uid: users.id, email: users.email })
    .from(users)
    .innerJoin(posts, eq(posts.uid, users.id))
    .where(and(wasThereIn(month), isDue(month)));
  let queued = 0;
  for (const { uid, email } of due) {
    const report = await findReport(site, uid, month, today(now));
    if (report.listings.length === 0 && !report.advice) {
      await noteSent(site.db, uid, month);
      continue;
    }
    const limited = { ...site, log: site.log.child({ uid }) };
    const wait = await spendPoints(limited, noticesOfEmail, email, 1);
    if (wait === 0 && (await sendReport(site, uid, report))) queued += 1;
  }
  return queued;
}

/** Published in that month or before, which its visits prove as well. */
function wasThereIn(month: Month) {
  const next = `${addMonths(month, 1)}-01`;
  return sql`((${posts.createdAt} at time zone ${regionTimeZone}) < ${next}::date or exists (
    select 1 from ${visits} where ${eq(visits.postId, posts.id)} and ${isIn(month)}))`;
}

function isIn(month: Month) {
  return and(gte(visits.day, `${month}-01`), lt(visits.day, `${addMonths(month, 1)}-01`));
}

function isDue(month: Month) {
  return and(
    eq(users.numbersOff, false),
    isNull(users.blockedAt),
    or(isNull(users.numbersSentFor), lt(users.numbersSentFor, `${month}-01`)),
  );
}

interface MonthReport {
  month: Month;
  listings: ListingMonth[];
  advice: MonthAdvice | null;
}

async function noteSent(db: Db | Transaction, uid: string, month: Month): Promise<void> {
  await db
    .update(users)
    .set({ numbersSentFor: `${month}-01` })
    .where(eq(users.id, uid));
}

/**
 * Queues one letter. The lock on the advertiser makes a second site wait, then find nothing to do.
 */
function sendReport(site: MonthLetterSite, uid: string, report: MonthReport): Promise<boolean> {
  const { month } = report;
  return site.db.transaction(async (tx) => {
    const user = await lockUser(tx, uid);
    if (!user || (await tx.$count(users, and(eq(users.id, uid), isDue(month)))) === 0) return false;
    await noteSent(tx, uid, month);
    const unsubscribe = `${site.mailedSiteUrl}/sem-numeros/${await site.signedLinks.sign(tx, "unsubscribe-numbers", uid)}`;
    await queueAccountMail(tx, uid, {
      to: user.email,
      subject: monthSubject(month),
      text: (own) =>
        writeMonthLetter(own, {
          ...report,
          name: user.displayName,
          dashboard: `${site.mailedSiteUrl}/dashboard`,
          unsubscribe,
        }),
      unsubscribe,
    });
    return true;
  });
}

/** Finds the listings that have numbers, in the order of their publication, and the advice for one. */
async function findReport(
  { db, mailedSiteUrl }: MonthLetterSite,
  uid: string,
  month: Month,
  day: string,
): Promise<MonthReport> {
  const listings = await db
    .select({
      id: posts.id,
      title: posts.title,
      localizacao: posts.localizacao,
      isShown: sql<boolean>`${isPublic}`,
    })
    .from(posts)
    .where(and(eq(posts.uid, uid), wasThereIn(month)))
    .orderBy(asc(posts.createdAt), asc(posts.id));
  const ids = listings.map(({ id }) => id);
  const [now, before] = [await sumsOf(db, ids, month), await sumsOf(db, ids, addMonths(month, -1))];
  const period = { from: `${month}-01`, until: `${addMonths(month, 1)}-01` };
  const shown = listings.filter(({ isShown }) => isShown);
  const demand = await findDemand(
    db,
    shown.map(({ id }) => id),
    period,
  );
  const advice = shown.flatMap(({ id, title }): MonthAdvice[] => {
    const asked = demand.get(id);
    if (!asked) return [];
    const views = now.get(id)?.visita ?? 0;
    const found = pickAdvice(asked, factsFor(asked, views, day));
    return found ? [{ ...found, title, address: mailedSiteUrl + addressOf(found, id) }] : [];
  });
  return {
    month,
    listings: listings.flatMap(({ id, title, localizacao }) => {
      const sums = now.get(id);
      return sums ? [{ title, localizacao, now: sums, before: before.get(id) ?? {} }] : [];
    }),
    advice: advice.reduce<MonthAdvice | null>(
      (best, one) => (best && best.n >= one.n ? best : one),
      null,
    ),
  };
}

async function sumsOf(
  db: Db,
  ids: readonly string[],
  month: Month,
): Promise<Map<string, Partial<Record<VisitKind, number>>>> {
  const rows = await db
    .select({
      postId: visits.postId,
      kind: visits.kind,
      n: sql<number>`sum(${visits.n})::int`,
    })
    .from(visits)
    .where(and(inArray(visits.postId, [...ids]), isIn(month)))
    .groupBy(visits.postId, visits.kind);
  const byListing = Map.groupBy(rows, ({ postId }) => postId);
  return new Map(
    [...byListing].map(([id, own]) => [
      id,
      Object.fromEntries(own.map(({ kind, n }) => [kind, n])),
    ]),
  );
}

/** Stops or resumes the letters from the next month on; returns whether the advertiser exists. */
export async function setNumbersOff(db: Db, uid: string, isOff: boolean): Promise<boolean> {
  const { rowCount } = await db.update(users).set({ numbersOff: isOff }).where(eq(users.id, uid));
  return rowCount === 1;
}

/** Returns null if the advertiser doesn't exist. */
export async function findNumbersOff(db: Db, uid: string): Promise<boolean | null> {
  const [user] = await db.select({ isOff: users.numbersOff }).from(users).where(eq(users.id, uid));
  return user?.isOff ?? null;
}
