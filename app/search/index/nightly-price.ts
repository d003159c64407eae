import { nightsOf, type Stay } from "../../calendar/stays.ts";
import { isPackage, packageNightly, readPrice, type Season } from "../../prices/seasons.ts";
import { sellNights } from "../../prices/stay-rules.ts";

/**
 * Returns what finds a listing's highest nightly price during a stay, in cents; 0 if a night has none. Nights
 * outside its seasons cost the `ordinary` price, those of a package that the stay takes whole their share.
 */
export function prepareHighestNightly(
  stay: Stay,
): (ordinary: number, seasons: readonly Season[]) => number {
  const nights = nightsOf(stay);
  return (ordinary, seasons) => {
    if (!seasons.some(({ de, ate }) => de < stay.checkOut && stay.checkIn < ate)) return ordinary;
    const { seasons: own, whole } = sellNights(stay, nights, seasons);
    const prices = own.map((season) => {
      if (!season) return ordinary;
      if (isPackage(season)) return whole.includes(season) ? packageNightly(season) : 0;
      return readPrice(season.valorDiaria) ?? 0;
    });
    return prices.includes(0) ? 0 : Math.max(...prices);
  };
}
