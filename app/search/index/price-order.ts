import type { CursorPosition } from "../../listings/list-cursor.ts";
import {
  isPackage,
  packageNightly,
  type Rates,
  readPrice,
  type Season,
} from "../../prices/seasons.ts";

type Position = Omit<CursorPosition, "isUnconfirmed">;

/** Orders by price, missing ones last, then newest first. */
export function comparePrices(one: Position, other: Position): number {
  const byPrice = (one.cents ?? Infinity) - (other.cents ?? Infinity);
  if (byPrice !== 0 && !Number.isNaN(byPrice)) return byPrice;
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
}

/** Lower bound of what any night of a stay costs that has a price, in cents. */
export function cheapestNight(rates: Rates, seasons: readonly Season[]): number {
  return Math.min(
    cheapestRate(rates),
    ...seasons.map((one) => (isPackage(one) ? packageNightly(one) : cheapestRate(one))),
  );
}

/** The cheaper of half a weekend and the nightly price; 0 if either is missing. */
function cheapestRate({ valorFds, valorDiaria }: Rates): number {
  return Math.min(Math.floor((readPrice(valorFds) ?? 0) / 2), readPrice(valorDiaria) ?? 0);
}
