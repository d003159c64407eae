import { and, inArray, lt, or, sql } from "drizzle-orm";
import { doubleBookings, feeds, seasons, stayNotes } from "../../platform/db/calendar-schema.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { lockNumbers } from "../../platform/db/lock-numbers.ts";
import { endedRows, visits, vitals } from "../../platform/db/operation-schema.ts";
import { posts, rateLimits, unavailableDays } from "../../platform/db/schema.ts";
import { sessions, verifications } from "../../platform/db/session-schema.ts";
import { purgeMail } from "../../platform/mail/outbox.server.ts";
import { forgetDeletedAccounts, purgeAuditLog } from "../../platform/web/audit-log.server.ts";
import type { Retention } from "../../platform/web/site.server.ts";
import { purgeOrders } from "../accounts/orders/orders.server.ts";
import { maxSessionDays } from "../accounts/sessions/sessions.server.ts";
import { addDays, today } from "../calendar/civil-date.ts";
import { purgeDrafts } from "../listings/drafts/listing-drafts.server.ts";
import { purgeReports } from "../listings/reports/reports.server.ts";
import { purgeLists } from "../lists/lists.server.ts";
import { purgeQuestions } from "../questions/questions.server.ts";
import { purgeAlerts } from "../search/alerts/alerts.server.ts";
import { purgeTestimonials } from "../testimonials/testimonials.server.ts";

/** Days of a year, plus the weeks to compare with a year before. */
const vitalsDays = 400;

/** Numbers of rows. */
export interface Purged {
  sentMail: number;
  failedMail: number;
  sessions: number;
  links: number;
  rateLimits: number;
  vitals: number;
  auditEntries: number;
  visits: number;
  /** Past nights that owners had marked. */
  nights: number;
  /** Feeds that lost past nights. */
  feeds: number;
  seasons: number;
  /** Owners' notes about stays. */
  notes: number;
  doubleBookings: number;
  /** Reports that lost their reporter's address. */
  reporters: number;
  settledReports: number;
  lists: number;
  drafts: number;
  /** Alerts over for long, and requests that nobody confirmed. */
  alerts: number;
  questions: number;
  orders: number;
  /** Invitations that have expired, and testimonials that nobody confirmed. */
  testimonials: number;
}

/**
 * Removes what `retention` says, reporters' addresses and drafts after 30 days, measurements after {@link
 * vitalsDays}, nights, seasons, notes of stays and shared lists after a year, questions and orders after half
 * of one, and expired sessions, links and rate limits. Null while another site is purging.
 */
export async function purgeExpired(db: Db, retention: Retention): Promise<Purged | null> {
  const rows = await purgeRows(db, retention);
  return rows && { ...rows, ...(await purgeNights(db, today())) };
}

type NightsPurged = "nights" | "feeds" | "seasons" | "notes" | "doubleBookings";

/** Listings per statement. */
const nightsBatch = 500;

/**
 * Purges nights in separate transactions, which lock listings first, like every change of nights,
 * and skip those being changed.
 */
async function purgeNights(db: Db, day: string): Promise<Pick<Purged, NightsPurged>> {
  const yearAgo = sql`(${day}::date - interval '1 year')::date`;
  const isOld = lt(unavailableDays.day, yearAgo);
  let nights = 0;
  for (let removed: number | null = null; removed !== 0; nights += removed) {
    removed = await db.transaction(async (tx) => {
      const withOld = tx
        .selectDistinct({ id: unavailableDays.postId })
        .from(unavailableDays)
        .where(isOld);
      const locked = await tx
        .select({ id: posts.id })
        .from(posts)
        .where(inArray(posts.id, withOld))
        .limit(nightsBatch)
        .for("update", { skipLocked: true });
      const ids = locked.map(({ id }) => id);
      if (ids.length === 0) return 0;
      const { rowCount } = await tx
        .delete(unavailableDays)
        .where(and(isOld, inArray(unavailableDays.postId, ids)));
      return rowCount ?? 0;
    });
  }
  const trimmed = await db
    .update(feeds)
    .set({ nights: sql`${feeds.nights} * datemultirange(daterange(${yearAgo}, null))` })
    .where(sql`lower(${feeds.nights}) < ${yearAgo}`);
  const ended = await db.delete(seasons).where(lt(seasons.ate, yearAgo));
  const notes = await db.delete(stayNotes).where(lt(stayNotes.ate, yearAgo));
  const twice = await db.delete(doubleBookings).where(lt(doubleBookings.ate, yearAgo));
  return {
    nights,
    feeds: trimmed.rowCount ?? 0,
    seasons: ended.rowCount ?? 0,
    notes: notes.rowCount ?? 0,
    doubleBookings: twice.rowCount ?? 0,
  };
}

function purgeRows(db: Db, retention: Retention): Promise<Omit<Purged, NightsPurged> | null> {
  return db.transaction(async (tx) => {
    // Two sites removing the same rows in different orders would deadlock.
    const lock = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${lockNumbers.purge}) as taken`,
    );
    if (!lock.rows[0]?.taken) return null;
    // An action at the moment of a deletion may have recorded something that the deletion had erased from the log.
    await forgetDeletedAccounts(tx);
    const mail = await purgeMail(tx, retention.mail);
    const isOver = or(
      lt(sessions.expiresAt, sql`now()`),
      lt(sessions.createdAt, sql`now() - ${maxSessionDays} * interval '1 day'`),
    );
    const ended = await tx.delete(sessions).where(isOver);
    const links = await tx.delete(verifications).where(lt(verifications.expiresAt, sql`now()`));
    const tries = await tx.delete(rateLimits).where(lt(rateLimits.expire, Date.now()));
    // Each daily backup forgets them sooner, where there are any.
    await tx.delete(endedRows).where(lt(endedRows.at, sql`now() - interval '1 year'`));
    const reports = await purgeReports(tx, retention.mail);
    const measures = await tx.delete(vitals).where(lt(vitals.day, addDays(today(), -vitalsDays)));
    const counts = await tx
      .delete(visits)
      .where(lt(visits.day, addDays(today(), -retention.visits)));
    return {
      sentMail: mail.sent,
      failedMail: mail.failed,
      sessions: ended.rowCount ?? 0,
      links: links.rowCount ?? 0,
      rateLimits: tries.rowCount ?? 0,
      vitals: measures.rowCount ?? 0,
      auditEntries: await purgeAuditLog(tx, retention.auditLog),
      reporters: reports.reporters,
      settledReports: reports.settled,
      lists: await purgeLists(tx, today()),
      visits: counts.rowCount ?? 0,
      drafts: await purgeDrafts(tx),
      alerts: await purgeAlerts(tx, today()),
      questions: await purgeQuestions(tx),
      orders: await purgeOrders(tx),
      testimonials: await purgeTestimonials(tx),
    };
  });
}
