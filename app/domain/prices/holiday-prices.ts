import { listHolidaysOf } from "../calendar/holidays.ts";
import { nightsOf, type Stay } from "../calendar/stays.ts";
import { findSeason, type Season } from "./seasons.ts";

/**
 * Finds the first holiday of a stay that no season covers: owners ask more then, whatever the ordinary
 * rates say. Returns its name; null if there is none.
 */
export function findUnpricedHoliday(stay: Stay, seasons: readonly Season[]): string | null {
  return prepareUnpricedHoliday(stay)(seasons);
}

/** {@link findUnpricedHoliday} for many listings. */
export function prepareUnpricedHoliday(stay: Stay): (seasons: readonly Season[]) => string | null {
  const holidays = listHolidaysOf(stay).map((holiday) => {
    const nights = new Set(nightsOf(holiday));
    return { name: holiday.name, nights: nightsOf(stay).filter((night) => nights.has(night)) };
  });
  return (seasons) =>
    holidays.find(({ nights }) => nights.some((night) => !findSeason(night, seasons)))?.name ??
    null;
}
