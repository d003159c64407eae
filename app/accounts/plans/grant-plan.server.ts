import { eq, sql } from "drizzle-orm";
import { today } from "../../calendar/civil-date.ts";
import type { Db, Transaction } from "../../db/client.server.ts";
import { users } from "../../db/schema.ts";
import { queueAccountMail } from "../../mail/outbox.server.ts";
import { recordAction } from "../../site/audit-log.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import { show } from "../../visibility/visibility.server.ts";
import { type Account, hidingOf, type LockedAccount, lockUser } from "../account.server.ts";
import { listPaymentNotices } from "../payments/payment-notices.server.ts";
import { coveredByGrant, markSent } from "./end-letters.ts";
import type { PlanGrant } from "./plan-grants.ts";
import { type LetterSite, type ReceivedPix, writeGrantLetter } from "./plan-letters.ts";
import { type HeldPlan, type PlanSale, sellTerm } from "./plan-sale.ts";
import { planOf, planState } from "./plan-state.ts";
import { plans } from "./plans.ts";

export interface GrantedPlan {
  ok: true;
  plano: string;
  postsPermitidos: number;
  validoAte: string | null;
  resumed: number;
}

export interface GrantCircumstances {
  /** Actor to name in the audit log. */
  actor: string;
  reason?: string;
  /** The Pix that paid for it; the letter is its receipt. */
  payment?: ReceivedPix;
  /** What the advertiser's letter takes from the site. */
  site: LetterSite;
  /** Civil date; today by default. */
  day?: string;
}

/**
 * Grants a plan and resumes listings paused by the end of the previous one, except a blocked
 * advertiser's, and tells the advertiser by e-mail what changed. Terms end as `sellTerm` says. `nenhum` ends
 * the plan that day. Recorded in the audit log.
 */
export function grantPlan(
  db: Db | Transaction,
  uid: string,
  grant: PlanGrant,
  { actor, reason = "", payment, site, day = today() }: GrantCircumstances,
): Promise<GrantedPlan | Refusal<"no-user" | "past-date">> {
  return db.transaction(async (tx) => {
    const account = await lockUser(tx, uid);
    if (!account) return refuse("no-user", "Esta conta não existe mais.");
    const { id: plano, postsPermitidos } = plans[grant.plano];
    const { until: validoAte, freeUntil, replaced } = endOf(grant, account, day);
    if (validoAte !== null && validoAte < day) {
      return refuse("past-date", "Esta data já passou: o plano vale até o fim do dia escolhido.");
    }
    const planEndedOn = plano === plans.nenhum.id ? endedOn(account, day) : null;
    const endedPlan = planEndedOn === null ? null : planThatEnded(account);
    const after = { plano, postsPermitidos, validoAte, freeUntil, planEndedOn, endedPlan };
    await tx
      .update(users)
      .set({ ...after, ...lettersAfter(validoAte, planEndedOn, day), updatedAt: sql`now()` })
      .where(eq(users.id, uid));
    const hiding = hidingOf({ ...account, ...after }, day);
    const lifted = plano === plans.nenhum.id ? [] : await show(tx, { uid }, "plan", hiding);
    const resumed = lifted.filter(({ pausedBy }) => !pausedBy).length;
    await recordAction(tx, {
      actor,
      action: "plan-granted",
      subjectId: uid,
      subject: account.email,
      reason,
      before: planOf(account),
      after: { ...planOf(after), resumed },
    });
    if (!account.blockedAt) {
      const change = {
        before: account,
        after: { ...account, ...after },
        term: termOf(grant),
        replaced,
        payment,
        notices: await listPaymentNotices(tx, uid, day),
        resumed,
      };
      const letter = writeGrantLetter(change, site, day);
      if (letter) await queueAccountMail(tx, uid, { to: account.email, ...letter });
    }
    return { ok: true, plano, postsPermitidos, validoAte, resumed };
  });
}

/** How a plan granted on `day` ends; a given day is the operator's own reckoning. */
function endOf(
  { plano, end }: PlanGrant,
  held: HeldPlan,
  day: string,
): Pick<PlanSale, "freeUntil" | "replaced"> & { until: string | null } {
  if ("por" in end) return sellTerm(held, { plano, por: end.por }, day);
  const keepsFreeDays = held.plano === plano && end.ate !== null;
  return { until: end.ate, freeUntil: keepsFreeDays ? held.freeUntil : null, replaced: null };
}

function endedOn(account: Account, day: string): string | null {
  const state = planState(account, day);
  if (state.kind === "none") return null;
  return "endedOn" in state ? state.endedOn : day;
}

const planThatEnded = ({ plano, endedPlan }: LockedAccount) =>
  plano === plans.nenhum.id ? endedPlan : plano;

const termOf = ({ end }: PlanGrant) => ("por" in end ? end.por : null);

/** The grant's own letter stands for those whose day has come, or comes within a week. */
function lettersAfter(validoAte: string | null, planEndedOn: string | null, day: string) {
  const none = { warnedOfEnd: null, toldOfEnd: null, endLetter: null, endLetterFor: null };
  if (validoAte !== null)
    return { ...none, ...markSent(validoAte, coveredByGrant(validoAte, day)) };
  return planEndedOn === null ? none : { ...none, ...markSent(planEndedOn, "ended") };
}
