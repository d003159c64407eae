import { countOf } from "../../../platform/ui/words.ts";
import { addDays, daysFrom } from "../../calendar/civil-date.ts";

export interface Plan {
  id: PlanId;
  title: string;
  postsPermitidos: number;
  featured: boolean;
}

export type PlanId = "basico" | "profissional" | "nenhum";

/** The plans of spec §9. */
export const plans: Record<PlanId, Plan> = {
  basico: { id: "basico", title: "Plano Básico", postsPermitidos: 1, featured: false },
  profissional: {
    id: "profissional",
    title: "Plano Profissional",
    postsPermitidos: 2,
    featured: true,
  },
  nenhum: { id: "nenhum", title: "Sem plano ativo", postsPermitidos: 0, featured: false },
};

export const featuredPlans: PlanId[] = Object.values(plans)
  .filter((plan) => plan.featured)
  .map((plan) => plan.id);

export function isPlanId(text: string): text is PlanId {
  return Object.hasOwn(plans, text);
}

export function findPlan(plano: string): Plan | null {
  return isPlanId(plano) ? plans[plano] : null;
}

export function countAds(count: number): string {
  return countOf(count, "anúncio");
}

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

/** Ads stay public for this many days after the plan's last. */
export const graceDays = 30;

/** A letter goes out this many days before a plan's last day. */
export const warningDays = 7;

export interface PlanDates {
  plano: string;
  /** Null while the plan has no end. */
  validoAte: string | null;
  planEndedOn: string | null;
}

export function planOf({
  plano,
  postsPermitidos,
  validoAte,
}: Pick<PlanDates, "plano" | "validoAte"> & { postsPermitidos: number }) {
  return { plano, postsPermitidos, validoAte };
}

export type PlanState =
  | { kind: "open" }
  | { kind: "running"; until: string; daysLeft: number }
  /** The plan has ended, with its ads public up to and including `until`. */
  | { kind: "grace"; endedOn: string; until: string; daysLeft: number }
  | { kind: "over"; endedOn: string }
  | { kind: "none" };

/** State of a plan on a day, even if the daily job hasn't run yet. */
export function planState(plan: PlanDates, day: string): PlanState {
  const endedOn = findEnd(plan, day);
  if (endedOn !== null) {
    const until = addDays(endedOn, graceDays);
    return until < day
      ? { kind: "over", endedOn }
      : { kind: "grace", endedOn, until, daysLeft: daysFrom(day, until) };
  }
  const { plano, validoAte } = plan;
  if (plano === plans.nenhum.id) return { kind: "none" };
  return validoAte === null
    ? { kind: "open" }
    : { kind: "running", until: validoAte, daysLeft: daysFrom(day, validoAte) };
}

/** Last day of an ended plan; null for a valid plan, or none. */
function findEnd({ plano, validoAte, planEndedOn }: PlanDates, day: string): string | null {
  if (plano === plans.nenhum.id) return planEndedOn;
  return validoAte !== null && validoAte < day ? validoAte : null;
}

/**
 * Last day of a term sold on `day`, which follows the end of the same plan. Null while another plan runs: only the
 * operator can say what becomes of its days.
 */
export function endOfSale(
  held: PlanDates,
  { plano, por }: { plano: PaidPlanId; por: PlanTerm },
  day: string,
): string | null {
  const state = planState(held, day);
  if (state.kind !== "running") return endOfTerm(por, day);
  return held.plano === plano ? endOfTerm(por, state.until) : null;
}

export type PlanTerm = "mes" | "ano" | "30-dias" | "6-meses";

/** The free terms of spec §9: days for everyone, months for the first advertisers. */
export const freeDays = 30;
export const freeMonths = 6;

/** The terms of spec §9. */
export const planTerms: Record<
  PlanTerm,
  { label: string } & ({ months: number } | { days: number })
> = {
  mes: { label: "1 mês", months: 1 },
  ano: { label: "1 ano", months: 12 },
  "30-dias": { label: `${freeDays} dias grátis`, days: freeDays },
  "6-meses": { label: `${freeMonths} meses grátis`, months: freeMonths },
};

export function isPlanTerm(text: string): text is PlanTerm {
  return Object.hasOwn(planTerms, text);
}

/**
 * Last day of a term that follows `from`.
 * Months end on the same day of the month, or on its last if there is none; from the end of a month
 * they go to the end of a month (docs/decisions/023).
 */
export function endOfTerm(term: PlanTerm, from: string): string {
  const length = planTerms[term];
  return "days" in length ? addDays(from, length.days) : addMonths(from, length.months);
}

function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const monthEnd = new Date(Date.UTC(year, month + months, 0));
  const isMonthEnd = addDays(date, 1).endsWith("-01");
  if (!isMonthEnd && day < monthEnd.getUTCDate()) monthEnd.setUTCDate(day);
  return monthEnd.toISOString().slice(0, 10);
}
