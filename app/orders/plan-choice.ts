import {
  isPaidPlan,
  isPaidTerm,
  type PaidPlanId,
  type PaidTerm,
} from "../accounts/plans/plan-prices.ts";
import { planTerms } from "../accounts/plans/plan-terms.ts";
import { plans } from "../accounts/plans/plans.ts";

export interface PlanChoice {
  plano: PaidPlanId;
  por: PaidTerm;
}

/** Reads the page's query; null unless it names a plan and a period, and `isWrong` if it names others. */
export function readPlanChoice(query: URLSearchParams): {
  choice: PlanChoice | null;
  isWrong: boolean;
} {
  const [plano, por] = [query.get("plano"), query.get("por")];
  const isPlan = plano !== null && isPaidPlan(plano);
  const isTerm = por !== null && isPaidTerm(por);
  if (isPlan && isTerm) return { choice: { plano, por }, isWrong: false };
  return { choice: null, isWrong: (plano !== null && !isPlan) || (por !== null && !isTerm) };
}

/** Writes "Plano Básico, 1 mês". */
export function describeChoice({ plano, por }: PlanChoice): string {
  return `${plans[plano].title}, ${planTerms[por].label}`;
}

export const wrongChoice = "Esse plano ou esse prazo não existe. Escolha um destes.";
