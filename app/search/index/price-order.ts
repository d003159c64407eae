import type { CursorPosition } from "../../listings/list-cursor.ts";
import { centsOf } from "../../prices/money.ts";
import type { Rates } from "../../prices/seasons.ts";

type Position = Omit<CursorPosition, "isUnconfirmed">;

/** Orders by price, missing ones last, then newest first. */
export function comparePrices(one: Position, other: Position): number {
  const byPrice = (one.cents ?? Infinity) - (other.cents ?? Infinity);
  if (byPrice !== 0 && !Number.isNaN(byPrice)) return byPrice;
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
}

/** The cheaper of half a weekend and the nightly price, in cents; 0 if either is missing. */
export function cheapestNight({ valorFds, valorDiaria }: Rates): number {
  const weekend = valorFds ? Math.floor(centsOf(valorFds) / 2) : 0;
  const nightly = valorDiaria ? centsOf(valorDiaria) : 0;
  return Math.min(weekend, nightly);
}
