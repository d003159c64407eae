import type { Stay } from "../../calendar/stays.ts";
import type { CursorPosition } from "../../listings/list-cursor.ts";
import {
  type PricedSeason,
  type PricedTerms,
  packageNightly,
  spanOf,
} from "../../prices/seasons.ts";
import { sellNights } from "../../prices/stay-rules.ts";

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

/** The cheaper of half a weekend and the nightly price; either may be missing. */
function cheapestRate({ weekend, nightly }: Pick<PricedTerms, "weekend" | "nightly">): number {
  return Math.min(weekend > 0 ? Math.floor(weekend / 2) : Infinity, nightly || Infinity);
}

/**
 * Returns what finds a listing's highest nightly price during a stay, in cents; 0 if a night has none. Nights
 * outside its seasons cost the `ordinary` price, those of a package that the stay takes whole their share.
 */
export function prepareHighestNightly(
  stay: Stay,
): (ordinary: number, seasons: readonly PricedSeason[]) => number {
  const span = spanOf(stay);
  return (ordinary, ordered) => {
    const { seasons, whole } = sellNights(span, ordered);
    let highest = 0;
    for (const season of seasons) {
      const price = season ? nightlyOf(season, whole) : ordinary;
      if (price === 0) return 0;
      if (price > highest) highest = price;
    }
    return highest;
  };
}

function nightlyOf(season: PricedSeason, whole: readonly PricedSeason[]): number {
  if (season.pack === 0) return season.nightly;
  return whole.includes(season) ? packageNightly(season) : 0;
}
