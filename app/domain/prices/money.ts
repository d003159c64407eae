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

/** Digits before the comma of an amount. */
const maxWholeDigits = 7;

/**
 * Parses "1350", "1.350", "1.350,50", "R$ 1.350" or "1350," into canonical BRL text ("1350" or
 * "1350.50"); null for anything else, and above seven whole digits.
 */
export function parseReais(text: string): string | null {
  const bare = text.replace(/^\s*R\$/i, "").replace(/\s/g, "");
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:[,.](\d{0,2}))?$/.exec(bare);
  if (!match) return null;
  const whole = (match[1] ?? "").replaceAll(".", "").replace(/^0+(?=\d)/, "");
  if (whole.length > maxWholeDigits) return null;
  const cents = (match[2] ?? "").padEnd(2, "0");
  return cents === "00" ? whole : `${whole}.${cents}`;
}

/** Writes "1350,5" as "1.350,50"; anything that isn't an amount stays as it is. */
export function tidyReais(text: string): string {
  const amount = parseReais(text);
  return amount === null ? text : formatAmount(amount);
}
