import { and, eq, isNotNull, lt, lte, or, sql } from "drizzle-orm";
import { addDays, today } from "../../calendar/civil-date.ts";
import type { Db, Transaction } from "../../db/client.server.ts";
import { posts, users } from "../../db/schema.ts";
import { queueAccountMail } from "../../mail/outbox.server.ts";
import { recordAction } from "../../site/audit-log.server.ts";
import { hide } from "../../visibility/visibility.server.ts";
import { type LockedAccount, lockUser } from "../account.server.ts";
import { writePlanLetter } from "./plan-letters.ts";
import { graceDays, letterDue, planOf, planState, warningDays } from "./plan-state.ts";
import { plans } from "./plans.ts";

export interface PlanSite {
  db: Db;
  mailedSiteUrl: string;
}

export interface PlanChanges {
  mailed: number;
  ended: number;
  paused: number;
}

/**
 * Sends the e-mails due before a plan's last day, ends plans the day after it, and pauses their
 * listings {@link graceDays} later. Idempotent, safe on several sites at once; catches up on missed
 * days.
 */
export async function endPlans(site: PlanSite, day = today()): Promise<PlanChanges> {
  const isGraceOver = and(
    eq(users.plano, plans.nenhum.id),
    lt(users.planEndedOn, addDays(day, -graceDays)),
    hasPublicListings,
  );
  const due = await site.db
    .select({ uid: users.id })
    .from(users)
    .where(
      or(
        isGraceOver,
        and(isNotNull(users.validoAte), lte(users.validoAte, addDays(day, warningDays))),
      ),
    );
  const changes: PlanChanges = { mailed: 0, ended: 0, paused: 0 };
  for (const { uid } of due) {
    const done = await endPlan(site, uid, day);
    changes.mailed += done.mailed;
    changes.ended += done.ended;
    changes.paused += done.paused;
  }
  return changes;
}

const hasPublicListings = sql`exists (select 1 from ${posts}
  where ${posts.uid} = ${users.id} and ${posts.pausedAt} is null)`;

/** Ends one advertiser's plan. The lock makes a second site wait, then find nothing to do. */
function endPlan(site: PlanSite, uid: string, day: string): Promise<PlanChanges> {
  return site.db.transaction(async (tx) => {
    const changes: PlanChanges = { mailed: 0, ended: 0, paused: 0 };
    const account = await lockUser(tx, uid);
    if (!account) return changes;
    if (await sendDueLetter(tx, uid, account, { ...site, day })) changes.mailed = 1;
    const state = planState(account, day);
    if (state.kind !== "grace" && state.kind !== "over") return changes;
    const subject = { subjectId: uid, subject: account.email };
    if (account.validoAte !== null) {
      const { id: plano, postsPermitidos } = plans.nenhum;
      const ended = { plano, postsPermitidos, validoAte: null, planEndedOn: state.endedOn };
      await tx
        .update(users)
        .set({ ...ended, updatedAt: sql`now()` })
        .where(eq(users.id, uid));
      await recordAction(tx, {
        actor: "site",
        action: "plan-ended",
        ...subject,
        before: planOf(account),
        after: planOf(ended),
      });
      changes.ended = 1;
    }
    if (state.kind === "over") {
      changes.paused = await hide(tx, { uid }, "plan");
      if (changes.paused > 0) {
        const after = { paused: changes.paused };
        await recordAction(tx, {
          actor: "site",
          action: "plan-listings-paused",
          ...subject,
          after,
        });
      }
    }
    return changes;
  });
}

/** Queues the letter that is due. Blocked advertisers get none: nobody sees their ads. */
async function sendDueLetter(
  tx: Transaction,
  uid: string,
  account: LockedAccount,
  { mailedSiteUrl, day }: PlanSite & { day: string },
): Promise<boolean> {
  const { validoAte, blockedAt } = account;
  const { warnedOfEnd, toldOfEnd } = users;
  const [sent] = await tx.select({ warnedOfEnd, toldOfEnd }).from(users).where(eq(users.id, uid));
  if (validoAte === null || !sent || blockedAt) return false;
  const letter = letterDue({ validoAte, ...sent }, day);
  if (!letter) return false;
  await tx
    .update(users)
    .set(letter === "ends-soon" ? { warnedOfEnd: validoAte } : { toldOfEnd: validoAte })
    .where(eq(users.id, uid));
  await queueAccountMail(tx, uid, {
    to: account.email,
    ...writePlanLetter(letter, { ...account, validoAte }, mailedSiteUrl, day),
  });
  return true;
}
