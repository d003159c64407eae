import { and, asc, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { visits } from "../../../platform/db/operation-schema.ts";
import { posts, users } from "../../../platform/db/schema.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import {
  type LinkingSite,
  type LinkKind,
  ownerCredentials,
} from "../../../platform/mail/signed-links.server.ts";
import { type LimitedSite, spendPoints } from "../../../platform/web/rate-limit.server.ts";
import { lockUser } from "../../accounts/account.server.ts";
import { noticesOfEmail } from "../../accounts/account-limits.server.ts";
import { isPublic } from "../../accounts/visibility/visibility.server.ts";
import { regionTimeZone, today } from "../../calendar/civil-date.ts";
import { addMonths, type Month, monthOf } from "../../calendar/month.ts";
import { type ListingMonth, monthSubject, writeMonthLetter } from "./month-letter.ts";
import { sumVisits } from "./visits.server.ts";

/** Hour in the region, on the first of the month: nobody wants this e-mail at midnight. */
const firstHour = 9;

/** Links to an advertiser, which end these letters. */
export const numbersStopLinks: LinkKind = {
  name: "unsubscribe-numbers",
  days: 365,
  credentialsOf: (db, uid) => ownerCredentials(db, eq(users.id, uid)),
};

export interface MonthLetterSite extends LimitedSite, LinkingSite {}

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
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(isListed(month), isDue(month)));
  let queued = 0;
  for (const { uid, email } of due) {
    const limited = { ...site, log: site.log.child({ uid }) };
    const wait = await spendPoints(limited, noticesOfEmail, email, 1);
    if (wait === 0 && (await sendNumbers(site, uid, month))) queued += 1;
  }
  return queued;
}

/** Ads that visitors could see, seen or not, and ads paused since then that somebody saw. */
function isListed(month: Month) {
  const { from, until } = daysOf(month);
  const end = sql`(${until}::timestamp at time zone ${regionTimeZone})`;
  const isIn = and(eq(visits.postId, posts.id), gte(visits.day, from), lt(visits.day, until));
  const counted = sql`exists (select from ${visits} where ${isIn})`;
  return or(counted, and(isPublic, lt(posts.createdAt, end)));
}

/** Civil dates, the second one excluded. */
function daysOf(month: Month) {
  return { from: `${month}-01`, until: `${addMonths(month, 1)}-01` };
}

function isDue(month: Month) {
  return and(
    eq(users.numbersOff, false),
    isNull(users.blockedAt),
    or(isNull(users.numbersSentFor), lt(users.numbersSentFor, `${month}-01`)),
  );
}

/**
 * Queues one letter. The lock on the advertiser makes a second site wait, then find nothing to do.
 */
function sendNumbers(site: MonthLetterSite, uid: string, month: Month): Promise<boolean> {
  return site.db.transaction(async (tx) => {
    const user = await lockUser(tx, uid);
    if (!user || (await tx.$count(users, and(eq(users.id, uid), isDue(month)))) === 0) return false;
    const listings = await listMonths(tx, uid, month);
    await tx
      .update(users)
      .set({ numbersSentFor: `${month}-01` })
      .where(eq(users.id, uid));
    const unsubscribe = `${site.mailedSiteUrl}/sem-numeros/${await site.signedLinks.sign(tx, numbersStopLinks, uid)}`;
    await queueAccountMail(tx, uid, {
      to: user.email,
      subject: monthSubject(month),
      text: (own) =>
        writeMonthLetter(own, {
          name: user.displayName,
          month,
          listings,
          dashboard: `${site.mailedSiteUrl}/dashboard`,
          unsubscribe,
        }),
      button: { label: "Ver os números", url: `${site.mailedSiteUrl}/dashboard` },
      unsubscribe,
    });
    return true;
  });
}

/** Lists the letter's ads, in the order of their publication. */
async function listMonths(tx: Transaction, uid: string, month: Month): Promise<ListingMonth[]> {
  const listings = await tx
    .select({
      id: posts.id,
      title: posts.title,
      localizacao: posts.localizacao,
    })
    .from(posts)
    .where(and(eq(posts.uid, uid), isListed(month)))
    .orderBy(asc(posts.createdAt), asc(posts.id));
  const ids = listings.map(({ id }) => id);
  const numbers = await sumVisits(tx, ids, daysOf(month));
  const none = { views: 0, whatsapp: 0, phone: 0 };
  return listings.map((listing) => ({ ...listing, numbers: numbers.get(listing.id) ?? none }));
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
