import { addDays, today, weekdayOf } from "./civil-date.ts";
import { addMonths, monthOf } from "./month.ts";
import { isOffered, type Stay } from "./stays.ts";

export interface HolidayStay extends Stay {
  name: string;
}

/** Months and days of the holidays with a date of their own, national or of Minas Gerais. */
const fixedDates = {
  "Ano Novo": "01-01",
  Tiradentes: "04-21",
  "Dia do Trabalho": "05-01",
  Independência: "09-07",
  "Nossa Senhora Aparecida": "10-12",
  Finados: "11-02",
  "Proclamação da República": "11-15",
  "Consciência Negra": "11-20",
  Natal: "12-25",
} as const;

/** Days from Easter. */
const movableDates = { Carnaval: -47, "Semana Santa": -2, "Corpus Christi": 60 } as const;

type HolidayName = keyof typeof fixedDates | keyof typeof movableDates;

// Days to check-in and check-out, by weekday from Sunday. Fridays bridge to a Thursday, Mondays to
// a Tuesday, a Wednesday extends back to Saturday; holidays on weekends don't count.
const spans: readonly ([number, number] | null)[] = [
  null,
  [-3, 0],
  [-4, 0],
  [-4, 0],
  [-1, 3],
  [-1, 2],
  null,
];

/** Spans that don't depend on the weekday: Friday to Ash Wednesday, 23 to 27/12, 28/12 to 02/01. */
const fixedSpans: Partial<Record<HolidayName, [number, number]>> = {
  Carnaval: [-4, 1],
  Natal: [-2, 2],
  "Ano Novo": [-4, 1],
};

const stayNames: Partial<Record<HolidayName, string>> = { "Ano Novo": "Réveillon" };

/** Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leaps = Math.floor(century / 4);
  const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leaps - shift + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  return addDays(`${year}-03-22`, epact + weekday - 7 * late);
}

export function listHolidayDates(year: number): [HolidayName, date: string][] {
  const easter = easterOf(year);
  const fixed = Object.entries(fixedDates).map(([name, day]) => [name, `${year}-${day}`]);
  const movable = Object.entries(movableDates).map(([name, days]) => [name, addDays(easter, days)]);
  return [...fixed, ...movable] as [HolidayName, string][];
}

/** Names of holidays, each with its dates. */
export type HolidayDays = readonly (readonly [name: string, ...dates: string[]])[];

/** Lists the holidays themselves, from a day on, for as long as calendars reach. */
export function listHolidayDays(day: string): HolidayDays {
  const year = Number(day.slice(0, 4));
  const holidays = [year, year + 1, year + 2]
    .flatMap(listHolidayDates)
    .filter(([, date]) => date >= day);
  const names = [...new Set(holidays.map(([name]) => name))];
  return names.map((name) => [
    name,
    ...holidays.filter(([other]) => other === name).map(([, date]) => date),
  ]);
}

/** Holiday stays by first year and number of years; stays reach two years ahead, so there are few. */
const known = new Map<string, readonly HolidayStay[]>();

/** Lists stays over the holidays of the day's year and of so many years after it, in order. */
function listStays(day: string, years: number): readonly HolidayStay[] {
  const first = Number(day.slice(0, 4));
  // Kept, because every home page and search asks for those from today on.
  const key = `${first} ${years}`;
  const stays = known.get(key) ?? computeStays(first, years);
  known.set(key, stays);
  return stays;
}

function computeStays(first: number, years: number): HolidayStay[] {
  return Array.from({ length: years + 1 }, (_, nth) => listHolidayDates(first + nth))
    .flat()
    .flatMap(([name, date]) => stayOf(name, date) ?? [])
    .sort((one, other) => (one.checkIn < other.checkIn ? -1 : 1));
}

function stayOf(name: HolidayName, date: string): HolidayStay | null {
  const span = fixedSpans[name] ?? spans[weekdayOf(date)];
  if (!span) return null;
  const [before, after] = span;
  return {
    name: stayNames[name] ?? name,
    checkIn: addDays(date, before),
    checkOut: addDays(date, after),
  };
}

/** Lists the holidays that share a night with the stay, in order. */
export function listHolidaysOf(stay: Stay): HolidayStay[] {
  // Réveillon begins in the year before its holiday.
  const years = Number(stay.checkOut.slice(0, 4)) - Number(stay.checkIn.slice(0, 4)) + 1;
  return listStays(stay.checkIn, years).filter(
    ({ checkIn, checkOut }) => checkIn < stay.checkOut && stay.checkIn < checkOut,
  );
}

export function listHolidays(now: Date, months: number): HolidayStay[] {
  const day = today(now);
  const last = `${addMonths(monthOf(day), months)}${day.slice(7)}`;
  // Réveillon begins in the year before its holiday.
  const stays = listStays(day, Math.ceil(months / 12) + 1);
  return stays.filter(({ checkIn }) => checkIn >= day && checkIn <= last);
}

/** The holidays for which most people look for a house. */
const mainHolidays = ["Natal", "Réveillon", "Carnaval"];

/**
 * Lists the next holiday, and the next Natal, Réveillon and Carnaval. Each is offered until noon of its
 * check-in day in the region.
 */
export function listOfferedHolidays(now: Date): HolidayStay[] {
  const offered = listStays(today(now), 2).filter((stay) => isOffered(stay, now));
  const main = mainHolidays.map((name) => offered.find((stay) => stay.name === name));
  return offered.filter((stay, nth) => nth === 0 || main.includes(stay));
}

const feasts = new Set(["Carnaval", "Corpus Christi", "Dia do Trabalho", "Natal", "Réveillon"]);

/** Words such as "o Carnaval", "a Semana Santa" or "o feriado de Tiradentes", for a holiday by its name. */
export function holidayInWords(name: string): string {
  if (feasts.has(name)) return `o ${name}`;
  return name === "Semana Santa" ? `a ${name}` : `o feriado de ${name}`;
}

/** The first day after this one that is neither on a weekend nor a holiday. */
export function nextWorkday(day: string): string {
  const next = addDays(day, 1);
  const isWeekend = [0, 6].includes(weekdayOf(next));
  return isWeekend || isHoliday(next) ? nextWorkday(next) : next;
}

function isHoliday(day: string): boolean {
  return listHolidayDates(Number(day.slice(0, 4))).some(([, date]) => date === day);
}
