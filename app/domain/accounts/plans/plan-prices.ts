import { isPlanTerm, type PlanTerm } from "./plan-terms.ts";
import { isPlanId, type PlanId } from "./plans.ts";

export type PaidPlanId = Exclude<PlanId, "nenhum">;

/** The terms that are paid for; they end as all terms do (`endOfTerm`). */
export type PaidTerm = Extract<PlanTerm, "mes" | "ano">;

/** The prices of spec §9, in cents of BRL. */
export const planPrices: Record<PaidPlanId, Record<PaidTerm, number>> = {
  basico: { mes: 2500, ano: 25000 },
  profissional: { mes: 8000, ano: 80000 },
};

export function isPaidPlan(text: string): text is PaidPlanId {
  return isPlanId(text) && text !== "nenhum";
}

export function isPaidTerm(text: string): text is PaidTerm {
  return isPlanTerm(text) && (text === "mes" || text === "ano");
}

/** Writes "R$ 250,00", always with its cents, as spec §9 does. */
export function formatPrice(cents: number): string {
  return `R$ ${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;
}

/** Writes "R$ 25,00 por mês ou R$ 250,00 por ano". */
export function describePrice(plano: PaidPlanId): string {
  const { mes, ano } = planPrices[plano];
  return `${formatPrice(mes)} por mês ou ${formatPrice(ano)} por ano`;
}
