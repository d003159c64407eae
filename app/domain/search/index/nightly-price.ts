import type { Stay } from "../../calendar/stays.ts";
import { type PricedSeason, packageNightly, spanOf } from "../../prices/seasons.ts";
import { sellNights } from "../../prices/stay-rules.ts";

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
