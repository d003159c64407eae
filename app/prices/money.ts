export const rateLabels = { valorFds: "Final de Semana", valorDiaria: "Noite" } as const;

/** Before the comma of an amount. */
export const mostWholeDigits = 7;

/**
 * Parses an amount as people write it ("1350", "1.350", "1.350,50", "R$ 1.350", "1350,") into canonical
 * BRL text ("1350" or "1350.50"). Null if it isn't an amount or has more than seven whole digits.
 */
export function parseReais(text: string): string | null {
  const bare = text.replace(/^\s*R\$/i, "").replace(/\s/g, "");
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:[,.](\d{0,2}))?$/.exec(bare);
  if (!match) return null;
  const whole = (match[1] ?? "").replaceAll(".", "").replace(/^0+(?=\d)/, "");
  if (whole.length > mostWholeDigits) return null;
  const cents = (match[2] ?? "").padEnd(2, "0");
  return cents === "00" ? whole : `${whole}.${cents}`;
}

/** Canonical BRL text for display, without the sign: "1.350" or "1.350,50". */
export function formatAmount(canonical: string): string {
  const [whole = "0", cents] = canonical.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ".");
  return cents ? `${grouped},${cents}` : grouped;
}

/** Canonical BRL text for display: "R$ 1.350", with a non-breaking space. */
export function formatReais(canonical: string): string {
  return `R$\u00a0${formatAmount(canonical)}`;
}

/** Canonical BRL text to cents. */
export function centsOf(canonical: string): number {
  const [whole = "0", cents = "0"] = canonical.split(".");
  return Number(whole) * 100 + Number(cents);
}

/** Cents to canonical BRL text. */
export function canonicalAmount(cents: number): string {
  const rest = String(cents % 100).padStart(2, "0");
  return `${Math.floor(cents / 100)}${rest === "00" ? "" : `.${rest}`}`;
}

/** Cents for display: "R$ 1.350" or "R$ 1.350,50". */
export function formatCents(cents: number): string {
  return formatReais(canonicalAmount(cents));
}
