import { type HolidayStay, listHolidaysOf } from "../../calendar/holidays.ts";
import { addMonths, type Month, monthOf } from "../../calendar/month.ts";
import { nightsOf, type Stay } from "../../calendar/stays.ts";
import { filterFlags, leisureOptions } from "../fields.ts";

/** An amenity by its stored name, "aceitaPets" or "Piscina". */
export type AskedAmenity = (typeof filterFlags)[number]["name"] | (typeof leisureOptions)[number];

/**
 * What a search asked of a house, coarsely, so that a day's searches make few different ones
 * (docs/decisions/061). Rounding never makes a house miss a search that it appeared in.
 */
export interface AskedSearch {
  /** Null for the whole region. */
  localizacao: string | null;
  /** Month of the check-in; null without dates. */
  month: Month | null;
  /** A holiday that shares a night with the stay. */
  holiday: string | null;
  /** At most {@link mostPeople}, which means so many or more. */
  pessoas: number | null;
  /** At most {@link mostBedrooms}, which means so many or more. */
  quartos: number | null;
  /** Maximum nightly price in whole BRL, rounded up to a multiple of {@link priceStep}. */
  q: number | null;
  /** Whether the stay's total had a limit, and whether that total needs a nightly price. */
  total: "weekend" | "nights" | null;
  /** Houses without a price were included. */
  semPreco: boolean;
  amenities: readonly AskedAmenity[];
}

export const mostPeople = 30;
export const mostBedrooms = 10;
/** In BRL. */
export const priceStep = 50;

/** In the order in which they are written. */
const amenityParameters: readonly [AskedAmenity, parameter: string][] = [
  ...leisureOptions.map((name): [AskedAmenity, string] => [name, name]),
  ...filterFlags.map(({ name, parameter }): [AskedAmenity, string] => [name, parameter]),
];

/** Writes a search as a query string, always in the same order. */
export function writeAsked(asked: AskedSearch): string {
  const { localizacao, month, holiday, pessoas, quartos, q, total, semPreco, amenities } = asked;
  const written = new URLSearchParams({
    ...(localizacao !== null && { localizacao }),
    ...(month !== null && { mes: month }),
    ...(holiday !== null && { feriado: holiday }),
    ...(pessoas !== null && { pessoas: String(pessoas) }),
    ...(quartos !== null && { quartos: String(quartos) }),
    ...(q !== null && { q: String(q) }),
    ...(total !== null && { total: total === "nights" ? "noites" : "fds" }),
    ...(semPreco && { semPreco: "1" }),
    ...Object.fromEntries(
      amenityParameters.filter(([name]) => amenities.includes(name)).map(([, key]) => [key, "1"]),
    ),
  });
  return written.toString();
}

/** Reads what {@link writeAsked} wrote; null for anything else. */
export function readAsked(text: string): AskedSearch | null {
  const given = new URLSearchParams(text);
  const total = given.get("total");
  const asked: AskedSearch = {
    localizacao: given.get("localizacao"),
    month: given.get("mes"),
    holiday: given.get("feriado"),
    pessoas: countIn(given, "pessoas"),
    quartos: countIn(given, "quartos"),
    q: countIn(given, "q"),
    total: total === "noites" ? "nights" : total === "fds" ? "weekend" : null,
    semPreco: given.has("semPreco"),
    amenities: amenityParameters.filter(([, key]) => given.has(key)).map(([name]) => name),
  };
  return isPossible(asked) && writeAsked(asked) === text ? asked : null;
}

function countIn(given: URLSearchParams, name: string): number | null {
  return given.has(name) ? Number(given.get(name)) : null;
}

function isPossible({ month, holiday, pessoas, quartos, q }: AskedSearch): boolean {
  if (month !== null && !/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return false;
  if (holiday !== null && !(month && findHoliday(month, holiday))) return false;
  const isWithin = (count: number | null, most: number) =>
    count === null || (Number.isInteger(count) && count >= 0 && count <= most);
  return isWithin(pessoas, mostPeople) && isWithin(quartos, mostBedrooms) && isWithin(q, 100_000);
}

function wholeMonth(month: Month): Stay {
  return { checkIn: `${month}-01`, checkOut: `${addMonths(month, 1)}-01` };
}

function findHoliday(month: Month, name: string): HolidayStay | null {
  return listHolidaysOf(wholeMonth(month)).find((holiday) => holiday.name === name) ?? null;
}

/** Names the first holiday that shares a night with the stay, if its check-in month has it, too. */
export function holidayOf(stay: Stay): string | null {
  const month = monthOf(stay.checkIn);
  return listHolidaysOf(stay).find(({ name }) => findHoliday(month, name))?.name ?? null;
}

/** The nights of which the searched stay has at least one: those of the holiday, else of the month. */
export function possibleNights({ month, holiday }: AskedSearch): string[] {
  if (month === null) return [];
  return nightsOf((holiday && findHoliday(month, holiday)) || wholeMonth(month));
}
