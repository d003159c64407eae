import type { CursorPosition } from "../../listings/list-cursor.ts";
import { type PricedSeason, type PricedTerms, packageNightly } from "../../prices/seasons.ts";

type Position = Omit<CursorPosition, "isUnconfirmed">;

/** Orders by price, missing ones last, then newest first. */
export function comparePrices(one: Position, other: Position): number {
  const byPrice = (one.cents ?? Infinity) - (other.cents ?? Infinity);
  if (byPrice !== 0 && !Number.isNaN(byPrice)) return byPrice;
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
}

/** Lower bound of what any night of a stay costs that has a price, in cents; Infinity if none can have one. */
export function cheapestNight(terms: PricedTerms, seasons: readonly PricedSeason[]): number {
  return Math.min(
    cheapestRate(terms),
    ...seasons.map((one) => (one.pack > 0 ? packageNightly(one) : cheapestRate(one))),
  );
}

/** The cheaper of half a weekend and the nightly price, of which either may be missing. */
function cheapestRate({ weekend, nightly }: Pick<PricedTerms, "weekend" | "nightly">): number {
  return Math.min(weekend > 0 ? Math.floor(weekend / 2) : Infinity, nightly || Infinity);
}
