import {
  isPaidPlan,
  isPaidTerm,
  type PaidPlanId,
  type PaidTerm,
  plans,
  planTerms,
} from "../plans/plans.ts";

export interface PlanChoice {
  plano: PaidPlanId;
  por: PaidTerm;
}

/** Reads the page's query; null unless it names a paid plan and a period. */
export function readPlanChoice(query: URLSearchParams): PlanChoice | null {
  const [plano, por] = [query.get("plano") ?? "", query.get("por") ?? ""];
  return isPaidPlan(plano) && isPaidTerm(por) ? { plano, por } : null;
}

/** Writes "Plano Básico, 1 mês". */
export function describeChoice({ plano, por }: PlanChoice): string {
  return `${plans[plano].title}, ${planTerms[por].label}`;
}
