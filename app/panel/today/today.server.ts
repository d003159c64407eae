import { and, gte, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { addDays, formatClock, regionTimeZone, today } from "../../calendar/civil-date.ts";
import { monthOf } from "../../calendar/month.ts";
import type { Db } from "../../db/client.server.ts";
import { outbox } from "../../db/mail-schema.ts";
import { reports, visits } from "../../db/operation-schema.ts";
import { posts, users } from "../../db/schema.ts";
import { isCalendarStale } from "../../owner/calendar/reminders.server.ts";
import { countLookalikes } from "../../reports/lookalikes.server.ts";
import { countOpenReports } from "../../reports/reports.server.ts";
import { isEmailUnconfirmed, isPlanEnded } from "../advertisers/advertisers.server.ts";
import { countChecksToRenew } from "../listings/listed-ads.server.ts";
import { countOpenMessages, countUndelivered } from "../mail/mail-lists.server.ts";
import { countToldOrders } from "../payments/listed-orders.server.ts";
import { countSilentOwners, countWaitingQuestions } from "../questions/waiting-questions.server.ts";
import { countCopiedAds } from "../reports/copied-photos.server.ts";
import { countWaitingTestimonials } from "../testimonials/judged-testimonials.server.ts";

const endingSoonDays = 15;

export interface Tasks {
  reports: number;
  lookalikes: number;
  /** Pairs of ads. */
  copies: number;
  messages: number;
  questions: number;
  /** Flagged or reported. */
  testimonials: number;
  /** Payments by Pix that advertisers have told of. */
  payments: number;
  /** Advertisers with three or more questions unanswered for 48 hours. */
  silentOwners: number;
  endingPlans: number;
  endedPlans: number;
  undelivered: number;
  /** Next attempt at an undelivered e-mail, as "15:00"; null if none is due. */
  nextAttempt: string | null;
  staleCalendars: number;
  /** Checks that end within 30 days or have ended. */
  checksToRenew: number;
  unconfirmedEmails: number;
}

export async function countTasks(db: Db, day = today()): Promise<Tasks> {
  const isEnding = and(
    isNotNull(users.validoAte),
    lte(users.validoAte, addDays(day, endingSoonDays)),
  );
  const [
    openReports,
    lookalikes,
    copies,
    messages,
    questions,
    testimonials,
    payments,
    silentOwners,
    endingPlans,
    endedPlans,
    undelivered,
    staleCalendars,
    checksToRenew,
    unconfirmedEmails,
  ] = await Promise.all([
    countOpenReports(db),
    countLookalikes(db),
    countCopiedAds(db),
    countOpenMessages(db),
    countWaitingQuestions(db),
    countWaitingTestimonials(db),
    countToldOrders(db),
    countSilentOwners(db),
    db.$count(users, isEnding),
    db.$count(users, isPlanEnded),
    countUndelivered(db),
    db.$count(posts, isCalendarStale),
    countChecksToRenew(db, day),
    db.$count(users, isEmailUnconfirmed),
  ]);
  return {
    reports: openReports,
    lookalikes,
    copies,
    messages,
    questions,
    testimonials,
    payments,
    silentOwners,
    endingPlans,
    endedPlans,
    undelivered: undelivered.mails,
    nextAttempt: undelivered.nextAt && formatClock(undelivered.nextAt),
    staleCalendars,
    checksToRenew,
    unconfirmedEmails,
  };
}

/** Figures of the month so far, in the region. */
export interface MonthFigures {
  advertisers: number;
  listings: number;
  visits: number;
  /** Taps on WhatsApp and phone. */
  contacts: number;
  messages: number;
  reports: number;
}

export async function readMonth(db: Db, day = today()): Promise<MonthFigures> {
  const first = `${monthOf(day)}-01`;
  const since = sql`${first}::date::timestamp at time zone ${regionTimeZone}`;
  const visitsOf = async (...kinds: string[]) => {
    const [row] = await db
      .select({ n: sql<number>`coalesce(sum(${visits.n}), 0)::int` })
      .from(visits)
      .where(and(gte(visits.day, first), lte(visits.day, day), inArray(visits.kind, kinds)));
    return row?.n ?? 0;
  };
  const [advertisers, listings, visited, contacts, messages, reported] = await Promise.all([
    db.$count(users, gte(users.createdAt, since)),
    db.$count(posts, gte(posts.createdAt, since)),
    visitsOf("visita"),
    visitsOf("whatsapp", "telefone"),
    db.$count(
      outbox,
      and(sql`${outbox.content}->>'kind' = 'message'`, gte(outbox.createdAt, since)),
    ),
    db.$count(reports, gte(reports.createdAt, since)),
  ]);
  return { advertisers, listings, visits: visited, contacts, messages, reports: reported };
}
