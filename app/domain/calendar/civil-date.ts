// Civil dates are `YYYY-MM-DD` text; all arithmetic is in UTC, so no time zone can shift them.

export const regionTimeZone = "America/Sao_Paulo";

const regionClock = wallClock(regionTimeZone);

let latest = { minute: Number.NaN, day: "" };

/** Today in the region, as `YYYY-MM-DD`. */
export function today(now: Date = new Date()): string {
  // Cached, because pages ask often; a day can only begin with a minute.
  const minute = Math.floor(now.getTime() / 60_000);
  if (minute !== latest.minute) latest = { minute, day: civilDateOf(now) };
  return latest.day;
}

export function civilDateOf(instant: Date): string {
  return new Date(regionClock(instant.getTime())).toISOString().slice(0, 10);
}

/** The region's time of day, such as "14:10". */
export function formatClock(instant: Date): string {
  return new Date(regionClock(instant.getTime())).toISOString().slice(11, 16);
}

export function noonOf(date: string): Date {
  const guess = Date.parse(`${date}T15:00:00Z`);
  // The offset can change: Brazil used to have summer time.
  return new Date(guess - (regionClock(guess) - Date.parse(`${date}T12:00:00Z`)));
}

let latestHalf = { minute: Number.NaN, name: "" };

/** "2026-03-11 am" until noon in the region, then "2026-03-11 pm". */
export function halfDay(now: Date = new Date()): string {
  // Cached, because every cached page asks; noon and midnight fall on a whole minute.
  const minute = Math.floor(now.getTime() / 60_000);
  if (minute !== latestHalf.minute) {
    const day = today(now);
    latestHalf = { minute, name: `${day} ${now < noonOf(day) ? "am" : "pm"}` };
  }
  return latestHalf.name;
}

/** Months count from 1. Null if the day doesn't exist. */
export function civilDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : null;
}

/** True for `YYYY-MM-DD` from 2000 to 2099. */
export function isCivilDate(text: string): boolean {
  const match = /^(20\d{2})-(\d{2})-(\d{2})$/.exec(text);
  return match !== null && civilDate(Number(match[1]), Number(match[2]), Number(match[3])) !== null;
}

export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** Negative if `date` is earlier. */
export function daysFrom(from: string, date: string): number {
  return (Date.parse(date) - Date.parse(from)) / 86_400_000;
}

/** {@link weekdayOf} a day counted since 1970, a Thursday. */
export function weekdayOfDay(dayNumber: number): number {
  return (dayNumber + 4) % 7;
}

/** Counts days since 1970, for computing with many dates. */
export function dayNumberOf(date: string): number {
  return daysFrom("1970-01-01", date);
}

export function dateOfDay(dayNumber: number): string {
  return addDays("1970-01-01", dayNumber);
}

/** Counts from 0 (Sunday) to 6 (Saturday). */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Writes "2026-03-11" as "11/03/2026". */
export function formatCivilDate(date: string): string {
  const [year, month, day] = date.split("-");
  return `${day}/${month}/${year}`;
}

/**
 * The reverse of {@link formatCivilDate}; null unless it is a date from 2000 to 2099. Two-digit years
 * count from 21 on: "20" is how someone begins to type 2026.
 */
export function parseCivilDate(text: string): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(?:20(\d{2})|(2[1-9]|[3-9]\d))$/.exec(text.trim());
  if (!match) return null;
  const [, day, month, year = match[4]] = match;
  return civilDate(2000 + Number(year), Number(month), Number(day));
}

/** Writes the region's date: "11/03/2026". */
export function formatDay(instant: Date): string {
  return formatCivilDate(civilDateOf(instant));
}

export function formatCivilDates(days: readonly string[]): string {
  return days.map(formatCivilDate).join(",");
}

/**
 * A zone's wall clock: takes an instant and returns what the zone's clocks show then, counted as if they
 * showed UTC; both in ms since 1970. Throws a RangeError if there is no such zone.
 */
export function wallClock(timeZone: string): (instant: number) => number {
  // Read by its parts: the order, separators and padding of a locale differ between versions of
  // ICU.
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (instant) => {
    const parts = format.formatToParts(instant);
    const read = (type: Intl.DateTimeFormatPartTypes) =>
      Number(parts.find((part) => part.type === type)?.value);
    // Some engines write midnight as 24.
    const hour = read("hour") % 24;
    return Date.UTC(
      read("year"),
      read("month") - 1,
      read("day"),
      hour,
      read("minute"),
      read("second"),
    );
  };
}
