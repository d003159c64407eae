import { addDays, noonOf, today, weekdayOf } from "./civil-date.ts";
import dates from "./holiday-dates.json" with { type: "json" };
import { addMonths, monthOf } from "./month.ts";
import { isOffered, type OfferedStay, type Stay } from "./stays.ts";

export interface HolidayStay extends Stay {
  name: string;
}

type HolidayName = keyof typeof dates;

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

const holidayStays: readonly HolidayStay[] = (Object.keys(dates) as HolidayName[])
  .flatMap((name) => dates[name].flatMap((date) => stayOf(name, date) ?? []))
  .sort((one, other) => (one.checkIn < other.checkIn ? -1 : 1));

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

export function listHolidays(now: Date, months: number): HolidayStay[] {
  const day = today(now);
  const last = `${addMonths(monthOf(day), months)}${day.slice(7)}`;
  return holidayStays.filter(({ checkIn }) => checkIn >= day && checkIn <= last);
}

/** Finds 'Próximo feriado', which is offered until noon of its check-in day in the region. */
export function findNextHoliday(now: Date): (HolidayStay & OfferedStay) | null {
  const next = holidayStays.find((holiday) => isOffered(holiday, now));
  return next ? { ...next, until: noonOf(next.checkIn) } : null;
}
