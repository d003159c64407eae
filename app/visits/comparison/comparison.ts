/** Houses that a house is compared with, at least: fewer would tell one owner about another. */
export const fewestOthers = 5;

/** Days a house must have been published before its numbers say anything. */
export const comparableAfterDays = 30;

/** Views below which taps for each hundred of them would be chance. */
export const fewestViews = 10;

interface Compared {
  own: number;
  /** Median of the others. */
  others: number;
}

export interface Comparison {
  /** Number of other owners' houses in the same place and of similar size. */
  houses: number;
  views: Compared;
  /** Taps on a contact per 100 views; null if the house or the others have too few views. */
  taps: Compared | null;
}

export type Compare =
  | ({ ok: true } & Comparison)
  /** Unsized: nobody knows for how many guests it is. */
  | { ok: false; reason: "new" | "unsized" | "few" };

/** Writes "12" or "3,5". */
export function formatMedian(n: number): string {
  return String(Math.round(n * 10) / 10).replace(".", ",");
}
