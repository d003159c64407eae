import { weekdayOf } from "../calendar/civil-date.ts";
import { monthOf } from "../calendar/month.ts";
import { nightsOf, type Stay } from "../calendar/stays.ts";
import {
  type AskedAmenity,
  type AskedSearch,
  holidayOf,
  mostBedrooms,
  mostPeople,
  priceStep,
} from "../listings/asked/asked-search.ts";
import { type LeisureOption, leisureOptions } from "../listings/fields.ts";
import { isLocation } from "../region/locations.ts";
import { type Filters, flagsOf, isSearch } from "./filters.ts";

/** Returns what a search asks of a house; null if it asks for all, or for a place that doesn't exist. */
export function askOf(filters: Filters): AskedSearch | null {
  const { localizacao, stay, pessoas, quartos, q, total, semPreco, lazer } = filters;
  if (!isSearch({ ...filters, ordem: "novos" })) return null;
  if (localizacao !== null && !isLocation(localizacao)) return null;
  const amenities: AskedAmenity[] = [
    ...leisureOptions.filter((name: LeisureOption) => lazer.includes(name)),
    ...flagsOf(filters).map(({ name }) => name),
  ];
  return {
    localizacao,
    month: stay && monthOf(stay.checkIn),
    holiday: stay && holidayOf(stay),
    pessoas: pessoas && Math.min(pessoas, mostPeople),
    quartos: quartos && Math.min(quartos, mostBedrooms),
    q: q === null ? null : Math.ceil(q / priceStep) * priceStep,
    total: total === null || !stay ? null : needsNightlyPrice(stay) ? "nights" : "weekend",
    semPreco,
    amenities,
  };
}

const friday = 5;
const saturday = 6;

/** Fridays and Saturdays may cost the weekend's price alone. */
function needsNightlyPrice(stay: Stay): boolean {
  return nightsOf(stay).some((night) => ![friday, saturday].includes(weekdayOf(night)));
}
