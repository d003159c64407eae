import { addDays, weekdayOf } from "../../calendar/civil-date.ts";
import type { NightPrice } from "../../calendar/day-cells/day-cells.tsx";
import { nightsOf, type Stay } from "../../calendar/stays.ts";
import { estimateStay } from "../../prices/estimate.ts";
import { canonicalAmount, formatAmount } from "../../prices/money.ts";
import { findSeason, isPackage, type Rates, type Season } from "../../prices/seasons.ts";

const [friday, saturday] = [5, 6];

/** A night by itself needn't be a stay that the ad allows. */
const noRules = { minimoNoites: null, fdsInteiro: false };

export interface PricedNights {
  nights: (readonly [night: string, price: NightPrice])[];
  /** Some Friday or Saturday has a price by itself, and none together with the other. */
  hasUnpricedWeekend: boolean;
}

/**
 * What each night costs, as the estimate has it. A weekend's price stands once: on the Friday, and "fds" on
 * the Saturday. Where it is missing, each of the two shows what it costs by itself.
 */
export function priceNights(range: Stay, rates: Rates, seasons: readonly Season[]): PricedNights {
  const terms = { ...rates, ...noRules };
  const estimate = (checkIn: string, nights: number) =>
    estimateStay({ checkIn, checkOut: addDays(checkIn, nights) }, terms, seasons);
  const write = (cents: number) => formatAmount(canonicalAmount(cents));

  const weekendFrom = (night: string) =>
    night < range.checkIn ? null : (estimate(night, 2).lines.find(isWeekend) ?? null);

  const nights: PricedNights["nights"] = [];
  let hasUnpricedWeekend = false;
  for (const night of nightsOf(range)) {
    const season = findSeason(night, seasons);
    if (season && isPackage(season)) {
      nights.push([night, { text: "pacote", spoken: "no pacote" }]);
      continue;
    }
    const weekday = weekdayOf(night);
    const weekend =
      weekday === friday
        ? weekendFrom(night)
        : weekday === saturday
          ? weekendFrom(addDays(night, -1))
          : null;
    if (weekend && weekend.price !== null) {
      const text = write(weekend.price);
      const spoken = `R$ ${text} o fim de semana`;
      nights.push([night, { text: weekday === friday ? text : "fds", spoken }]);
      continue;
    }
    const { total } = estimate(night, 1);
    if (total === null) continue;
    nights.push([night, { text: write(total), spoken: `R$ ${write(total)}` }]);
    if (weekend) hasUnpricedWeekend = true;
  }
  return { nights, hasUnpricedWeekend };
}

function isWeekend({ kind }: { kind: string }): boolean {
  return kind === "weekend";
}
