import { nightsOf, type Stay } from "../../calendar/stays.ts";
import { centsOf } from "../../prices/money.ts";
import { findSeason, type Season } from "../../prices/seasons.ts";

/**
 * Returns what finds a listing's highest nightly price during a stay, in cents; 0 if a night has none. Nights
 * outside its seasons cost the `ordinary` price.
 */
export function prepareHighestNightly(
  stay: Stay,
): (ordinary: number, seasons: readonly Season[]) => number {
  const nights = nightsOf(stay);
  return (ordinary, seasons) => {
    if (!seasons.some(({ de, ate }) => de < stay.checkOut && stay.checkIn < ate)) return ordinary;
    const prices = nights.map((night) => {
      const season = findSeason(night, seasons);
      if (!season) return ordinary;
      return season.valorDiaria ? centsOf(season.valorDiaria) : 0;
    });
    return prices.includes(0) ? 0 : Math.max(...prices);
  };
}
