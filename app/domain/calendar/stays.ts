import { countOf } from "../../platform/ui/words.ts";
import { addDays, daysFrom, formatCivilDate, noonOf, today, weekdayOf } from "./civil-date.ts";
import { weekdays } from "./month.ts";

/** Civil dates; the night of the check-out day is not part of the stay. */
export interface Stay {
  checkIn: string;
  checkOut: string;
}

export const maxNights = 60;

/** Stays can be requested through the month this many after today's. */
export const monthsAhead = 24;

export function writeStay({ checkIn, checkOut }: Stay): { entrada: string; saida: string } {
  return { entrada: checkIn, saida: checkOut };
}

export function nightCount({ checkIn, checkOut }: Stay): number {
  return daysFrom(checkIn, checkOut);
}

export function nightsOf(stay: Stay): string[] {
  return Array.from({ length: nightCount(stay) }, (_, night) => addDays(stay.checkIn, night));
}

function shiftStay({ checkIn, checkOut }: Stay, days: number): Stay {
  return { checkIn: addDays(checkIn, days), checkOut: addDays(checkOut, days) };
}

export function isFree(stay: Stay, taken: ReadonlySet<string>): boolean {
  return nightsOf(stay).every((night) => !taken.has(night));
}

/** A stay ends at the latest on the first taken day, whose guests arrive in the afternoon. */
export function latestCheckOut(checkIn: string, taken: ReadonlySet<string>): string {
  const nights = Array.from({ length: maxNights - 1 }, (_, night) => addDays(checkIn, night + 1));
  return nights.find((night) => taken.has(night)) ?? addDays(checkIn, maxNights);
}

/**
 * Yields stays of the same length, nearest first, the later of two equally near; none before `day`.
 */
export function* nearbyStays(stay: Stay, day: string, maxShift: number): Generator<Stay> {
  for (let shift = 1; shift <= maxShift; shift++) {
    yield shiftStay(stay, shift);
    const earlier = shiftStay(stay, -shift);
    if (earlier.checkIn >= day) yield earlier;
  }
}

/** A stay is offered until noon of its check-in day, while guests can still set out. */
export function isOffered({ checkIn }: Stay, now: Date): boolean {
  const day = today(now);
  return checkIn === day ? now < noonOf(checkIn) : checkIn > day;
}

const friday = 5;

/**
 * Finds the next weekend to set out for, from Friday to Sunday: today's until noon in the region.
 */
export function comingWeekend(now: Date): Stay {
  const day = today(now);
  const ahead = (friday - weekdayOf(day) + 7) % 7;
  const checkIn = addDays(day, ahead);
  const weekend = { checkIn, checkOut: addDays(checkIn, 2) };
  return isOffered(weekend, now) ? weekend : shiftStay(weekend, 7);
}

/** Writes "11 a 13/12", "28/12 a 02/01"; with the year if it begins a year or more after `day`. */
export function formatStay(stay: Stay, day: string): string {
  return formatEnds(stay, day).join(" a ");
}

/** Writes "13/12"; with the year from a year after `day` on. */
export function formatNight(night: string, day: string): string {
  return formatEnds({ checkIn: night, checkOut: night }, day)[1];
}

/** Writes "qua 23 a dom 27/12". */
export function formatStayWithWeekdays(stay: Stay, day: string): string {
  const [from, to] = formatEnds(stay, day);
  const { checkIn, checkOut } = stay;
  return `${weekdays[weekdayOf(checkIn)]} ${from} a ${weekdays[weekdayOf(checkOut)]} ${to}`;
}

function formatEnds({ checkIn, checkOut }: Stay, day: string): [from: string, to: string] {
  const [inYear, inMonth, inDay] = checkIn.split("-");
  const [outYear, outMonth, outDay] = checkOut.split("-");
  const isFar = checkIn >= `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
  const from =
    isFar && inYear !== outYear
      ? formatCivilDate(checkIn)
      : inYear === outYear && inMonth === outMonth
        ? inDay
        : `${inDay}/${inMonth}`;
  return [from ?? "", `${outDay}/${outMonth}${isFar ? `/${outYear}` : ""}`];
}

export function formatStayInFull(stay: Stay): string {
  const dates = `${formatCivilDate(stay.checkIn)} a ${formatCivilDate(stay.checkOut)}`;
  return `${dates} (${formatNights(nightCount(stay))})`;
}

export function formatNights(count: number): string {
  return countOf(count, "noite");
}

export function formatPeople(count: number): string {
  return countOf(count, "pessoa");
}
