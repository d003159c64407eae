import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { listingChecks } from "../../../platform/db/check-schema.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { posts, users } from "../../../platform/db/schema.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { recordAction } from "../../../platform/web/audit-log.server.ts";
import { isStanding, isWithdrawn } from "../../accounts/visibility/visibility.server.ts";
import { addDays, civilDateOf, today } from "../../calendar/civil-date.ts";
import { daysLeftOf, endOfCheck, noticeDays } from "./check.ts";
import { writeCheckLetter } from "./check-letter.ts";
import { isCheckOverBy } from "./checks.server.ts";

export interface CheckSite {
  db: Db;
  mailedSiteUrl: string;
}

/**
 * Writes to owners 30 and 7 days before a check ends, and when it has ended; after missed days, only the latest.
 * Safe on several sites: whoever notes a letter queues it, in one transaction. Returns how many were queued.
 */
export async function sendCheckLetters(site: CheckSite, day = today()): Promise<number> {
  const due = await site.db
    .select({ id: posts.id })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .leftJoin(listingChecks, eq(listingChecks.postId, posts.id))
    .where(and(isNoticeWanted, isCheckOverBy(addDays(day, noticeDays[0]))))
    .orderBy(asc(posts.checkedAt), asc(posts.id));
  let queued = 0;
  for (const { id } of due) if (await sendCheckLetter(site, id, day)) queued += 1;
  return queued;
}

/** Nobody sees the ads that the staff took down. */
const isNoticeWanted = and(
  isNull(users.blockedAt),
  isStanding,
  sql`${isWithdrawn} is not true`,
  or(isNull(listingChecks.toldDaysLeft), gt(listingChecks.toldDaysLeft, 0)),
);

/** The lock on the listing makes a second site wait, then find nothing to do. */
function sendCheckLetter(site: CheckSite, id: string, day: string): Promise<boolean> {
  return site.db.transaction(async (tx) => {
    const [ad] = await tx
      .select({
        uid: posts.uid,
        title: posts.title,
        checkedAt: posts.checkedAt,
        email: users.email,
        ownerName: users.displayName,
      })
      .from(posts)
      .innerJoin(users, eq(users.id, posts.uid))
      .where(eq(posts.id, id))
      .for("no key update", { of: posts });
    if (!ad?.checkedAt) return false;
    const [check] = await tx
      .select({ toldDaysLeft: listingChecks.toldDaysLeft })
      .from(listingChecks)
      .where(eq(listingChecks.postId, id));
    const daysLeft = daysLeftOf(ad.checkedAt, day);
    const notice = findNotice(daysLeft, check?.toldDaysLeft ?? null);
    if (!check || notice === null) return false;
    await tx
      .update(listingChecks)
      .set({ toldDaysLeft: notice })
      .where(eq(listingChecks.postId, id));
    const end = endOfCheck(civilDateOf(ad.checkedAt));
    await queueAccountMail(tx, ad.uid, {
      to: ad.email,
      ...writeCheckLetter({ ...ad, end, daysLeft }, site.mailedSiteUrl),
    });
    if (notice === 0) {
      await recordAction(tx, {
        actor: "site",
        action: "listing-check-ended",
        subjectId: id,
        subject: ad.title,
        reason: "Passaram doze meses.",
        before: { checkedAt: ad.checkedAt },
      });
    }
    return true;
  });
}

/** The letter due with so many days left: 30, 7 or 0; null if it, or a later one, was sent. */
function findNotice(daysLeft: number, sent: number | null): number | null {
  const reached = [...noticeDays, 0].filter((notice) => daysLeft <= notice).at(-1);
  return reached !== undefined && (sent === null || sent > reached) ? reached : null;
}
