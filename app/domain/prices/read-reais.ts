import { formatAmount } from "./money.ts";

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
