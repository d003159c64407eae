import { addDays } from "../../calendar/civil-date.ts";

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
