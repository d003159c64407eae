import { addDays, weekdayOf } from "../../calendar/civil-date.ts";
import { nightsOf, type Stay } from "../../calendar/stays.ts";
import { estimateStay } from "../../prices/estimate.ts";
import { canonicalAmount, formatAmount } from "../../prices/money.ts";
import type { Rates, Season } from "../../prices/seasons.ts";

const [friday, saturday] = [5, 6];

/** A night by itself needn't be a stay that the ad allows. */
const noRules = { minimoNoites: null, fdsInteiro: false };

/** What each night costs, as visitors would read it: "950". Friday and Saturday have their joint price. */
export function priceNights(
  range: Stay,
  rates: Rates,
  seasons: readonly Season[],
): [night: string, price: string][] {
  return nightsOf(range).flatMap((night): [string, string][] => {
    const weekday = weekdayOf(night);
    const checkIn = weekday === saturday ? addDays(night, -1) : night;
    const isWeekend = weekday === friday || weekday === saturday;
    const checkOut = addDays(checkIn, isWeekend ? 2 : 1);
    const { total } = estimateStay({ checkIn, checkOut }, { ...rates, ...noRules }, seasons);
    return total === null ? [] : [[night, formatAmount(canonicalAmount(total))]];
  });
}
