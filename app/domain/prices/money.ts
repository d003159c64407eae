import { groupDigits } from "../../platform/ui/words.ts";

export const rateLabels = { valorFds: "Final de Semana", valorDiaria: "Noite" } as const;

export const weekendMeaning = "De sexta a domingo";

/** Writes an amount without the sign: "1.350" or "1.350,50". */
export function formatAmount(canonical: string): string {
  const [whole = "0", cents] = canonical.split(".");
  const grouped = groupDigits(whole);
  return cents ? `${grouped},${cents}` : grouped;
}

/** Writes "R$ 1.350", with a non-breaking space. */
export function formatReais(canonical: string): string {
  return `R$\u00a0${formatAmount(canonical)}`;
}

export function centsOf(canonical: string): number {
  const [whole = "0", cents = "0"] = canonical.split(".");
  return Number(whole) * 100 + Number(cents);
}

/** Converts cents to canonical BRL text. */
function canonicalAmount(cents: number): string {
  const rest = String(cents % 100).padStart(2, "0");
  return `${Math.floor(cents / 100)}${rest === "00" ? "" : `.${rest}`}`;
}

/** Writes "R$ 1.350" or "R$ 1.350,50". */
export function formatCents(cents: number): string {
  return formatReais(canonicalAmount(cents));
}

/** One person's share of `cents`, in whole reais, rounded up. */
export function formatShare(cents: number, people: number): string {
  return formatCents(Math.ceil(cents / people / 100) * 100);
}
