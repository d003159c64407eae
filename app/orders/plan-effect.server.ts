import type { Account } from "../accounts/account.server.ts";
import { lastDayOf } from "../accounts/plans/grant-plan.server.ts";
import { planState } from "../accounts/plans/plan-state.ts";
import { findPlan } from "../accounts/plans/plans.ts";
import { formatCivilDate } from "../calendar/civil-date.ts";
import type { PlanChoice } from "./plan-choice.ts";

export interface PlanEffect {
  /** Last day of the plan if the payment is confirmed today. */
  until: string;
  /** From when it counts, and what becomes of the present plan. */
  from: string;
}

/** What a payment does to an advertiser's plan, as `grantPlan` will. */
export function planEffect(
  account: Pick<Account, "plano" | "validoAte" | "planEndedOn">,
  { plano, por }: PlanChoice,
  day: string,
): PlanEffect {
  const until = lastDayOf({ plano, end: { por } }, account, day) ?? day;
  return { until, from: describeStart(account, plano, day) };
}

function describeStart(
  account: Pick<Account, "plano" | "validoAte" | "planEndedOn">,
  plano: string,
  day: string,
): string {
  const state = planState(account, day);
  const ofToday = findPlan(account.plano)?.title ?? "plano";
  if (state.kind === "running" && account.plano !== plano) {
    return `A contar do dia da confirmação, no lugar do seu ${ofToday}, que vai até ${formatCivilDate(state.until)}.`;
  }
  if (state.kind === "running" && state.daysLeft > 0) {
    return `A contar de ${formatCivilDate(state.until)}, quando o seu plano de hoje termina.`;
  }
  if (state.kind === "open") {
    return account.plano === plano
      ? "A contar do dia da confirmação. Hoje o seu plano não tem data para terminar; com este Pix, passa a ter."
      : `A contar do dia da confirmação, no lugar do seu ${ofToday} de hoje.`;
  }
  return "A contar do dia da confirmação.";
}
