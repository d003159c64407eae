import { and, eq, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { posts, users } from "../../../platform/db/schema.ts";
import { queueAccountMail } from "../../../platform/mail/outbox.server.ts";
import { recordAction } from "../../../platform/web/audit-log.server.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { type LockedAccount, lockUser } from "../account.server.ts";
import { hide } from "../visibility/visibility.server.ts";
import { endLetterDue, type LetterSite, writeEndLetter } from "./plan-letters.ts";
import { graceDays, planOf, planState, plans, warningDays } from "./plans.ts";
import { isPaymentReported } from "./reported-payment.server.ts";

export interface PlanSite extends LetterSite {
  db: Db;
}

export interface PlanChanges {
  mailed: number;
  ended: number;
  paused: number;
}

/**
 * Sends the e-mails due around a plan's last day, ends plans the day after it, and pauses their
 * listings {@link graceDays} later. Idempotent, safe on several sites at once; catches up on missed
 * days.
 */
export async function endPlans(site: PlanSite, day = today()): Promise<PlanChanges> {
  const { validoAte, planEndedOn } = users;
  const isEnding = and(isNotNull(validoAte), lte(validoAte, addDays(day, warningDays)));
  const isGraceOver = and(
    eq(users.plano, plans.nenhum.id),
    lt(planEndedOn, addDays(day, -graceDays)),
    hasPublicListings,
  );
  const due = await site.db.select({ uid: users.id }).from(users).where(or(isEnding, isGraceOver));
  const changes: PlanChanges = { mailed: 0, ended: 0, paused: 0 };
  for (const { uid } of due) {
    const done = await endPlan(site, uid, day);
    changes.mailed += done.mailed;
    changes.ended += done.ended;
    changes.paused += done.paused;
  }
  return changes;
}

const isPublicOf = and(eq(posts.uid, users.id), isNull(posts.pausedAt));
const hasPublicListings = sql`exists (select 1 from ${posts} where ${isPublicOf})`;

/** Ends one advertiser's plan. The lock makes a second site wait, then find nothing to do. */
function endPlan(site: PlanSite, uid: string, day: string): Promise<PlanChanges> {
  return site.db.transaction(async (tx) => {
    const changes: PlanChanges = { mailed: 0, ended: 0, paused: 0 };
    const account = await lockUser(tx, uid);
    if (!account) return changes;
    const state = planState(account, day);
    const end = "endedOn" in state ? state.endedOn : account.validoAte;
    if (end === null) return changes;
    let now = account;
    if ("endedOn" in state && account.validoAte !== null) {
      now = await endAccount(tx, uid, account, end);
      changes.ended = 1;
    }
    if (state.kind === "over") changes.paused = await pauseListings(tx, uid, account);
    if (await sendDueLetter(tx, uid, now, { site, end, day, paused: changes.paused }))
      changes.mailed = 1;
    return changes;
  });
}

async function endAccount(
  tx: Transaction,
  uid: string,
  account: LockedAccount,
  planEndedOn: string,
): Promise<LockedAccount> {
  const { id: plano, postsPermitidos } = plans.nenhum;
  const ended = {
    plano,
    postsPermitidos,
    validoAte: null,
    planEndedOn,
    endedPlan: account.plano,
  };
  await tx
    .update(users)
    .set({ ...ended, updatedAt: sql`now()` })
    .where(eq(users.id, uid));
  await recordAction(tx, {
    actor: "site",
    action: "plan-ended",
    subjectId: uid,
    subject: account.email,
    before: planOf(account),
    after: planOf(ended),
  });
  return { ...account, ...ended };
}

async function pauseListings(
  tx: Transaction,
  uid: string,
  account: LockedAccount,
): Promise<number> {
  const paused = await hide(tx, { uid }, "plan");
  if (paused > 0) {
    await recordAction(tx, {
      actor: "site",
      action: "plan-listings-paused",
      subjectId: uid,
      subject: account.email,
      after: { paused },
    });
  }
  return paused;
}

interface EndOfPlan {
  site: PlanSite;
  end: string;
  day: string;
  /** Number of ads paused just now. */
  paused: number;
}

/** Queues the letter that is due. Blocked advertisers get none: nobody sees their ads. */
async function sendDueLetter(
  tx: Transaction,
  uid: string,
  account: LockedAccount,
  { site, end, day, paused }: EndOfPlan,
): Promise<boolean> {
  if (account.blockedAt) return false;
  const { endLetter, endLetterFor } = users;
  const [sent] = await tx.select({ endLetter, endLetterFor }).from(users).where(eq(users.id, uid));
  const letter = sent && endLetterDue(end, sent, day, paused);
  if (!letter) return false;
  await tx.update(users).set({ endLetter: letter, endLetterFor: end }).where(eq(users.id, uid));
  const ads = paused || (await tx.$count(posts, and(eq(posts.uid, uid), isNull(posts.pausedAt))));
  const isReported = await isPaymentReported(tx, uid);
  await queueAccountMail(tx, uid, {
    to: account.email,
    ...writeEndLetter(letter, account, { end, ads, isReported }, site, day),
  });
  return true;
}
