import {
  describeCredit,
  type HeldPlan,
  needsNoPayment,
  type PlanSale,
  sellTerm,
} from "../accounts/plans/plan-sale.ts";
import { sayBeyond } from "../accounts/plans/plan-story.ts";
import { plans } from "../accounts/plans/plans.ts";
import { formatCivilDate } from "../calendar/civil-date.ts";
import type { PlanChoice } from "./plan-choice.ts";

export interface PlanEffect {
  /** Last day of the plan if the payment is confirmed today. */
  until: string;
  /** From when it counts. */
  from: string;
  /** Title of the plan that it takes the place of; null if there is none. */
  replaced: string | null;
  /** What the days left of that plan are worth. */
  credit: string | null;
  /** What becomes of the ads that are too many for it; null if they fit. */
  beyond: string | null;
}

export type Payer = HeldPlan & { postsCriados: number };

/** What a payment does to an advertiser's plan, as `grantPlan` will. */
export function planEffect(held: Payer, choice: PlanChoice, day: string): PlanEffect {
  const sale = sellTerm(held, choice, day);
  const { until, replaced } = sale;
  return {
    until,
    from: describeStart(sale, needsNoPayment(held, choice.plano, day), day),
    replaced: replaced && plans[replaced.plano].title,
    credit: replaced && describeCredit(replaced, choice.plano),
    beyond: sayBeyond(choice.plano, held.postsCriados),
  };
}

function describeStart({ after, replaced }: PlanSale, endsOpenPlan: boolean, day: string): string {
  if (after > day)
    return `A contar de ${formatCivilDate(after)}, quando o seu plano de hoje termina.`;
  const start = "A contar do dia da confirmação";
  if (endsOpenPlan) {
    return `${start}. Hoje o seu plano não tem data para terminar; com este Pix, passa a ter.`;
  }
  if (!replaced) return `${start}.`;
  const end = replaced.until ? `, que vai até ${formatCivilDate(replaced.until)}` : " de hoje";
  return `${start}, no lugar do seu ${plans[replaced.plano].title}${end}.`;
}
