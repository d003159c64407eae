/**
 * Civil dates: days of the calendar, without hour or time zone, as `YYYY-MM-DD` text. All
 * arithmetic is done in UTC, so no zone can shift one.
 */

/** Where "today" is decided: the region's own zone. */
const inRegion = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" });

/** Today in the region, `YYYY-MM-DD`. */
export function today(now: Date = new Date()): string {
  return civilDateOf(now);
}

/** The day an instant falls on in the region, `YYYY-MM-DD`. */
export function civilDateOf(instant: Date): string {
  return inRegion.format(instant);
}

const hourInRegion = new Intl.DateTimeFormat("en-GB", {
  timeZone: "America/Sao_Paulo",
  hour: "2-digit",
  hourCycle: "h23",
});

/** The moment it is noon in the region on a civil date. */
export function noonOf(date: string): Date {
  const guess = new Date(`${date}T15:00:00Z`);
  // Summer time is abolished now, and may come back.
  const hour = Number(hourInRegion.format(guess));
  return new Date(guess.getTime() - (hour - 12) * 3_600_000);
}

/** A civil date from year, month (1 to 12) and day, or null when there is no such day. */
export function civilDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : null;
}

/** The civil date that is some days (negative: before) from another. */
export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** How many days after `from` a civil date lies; negative before it. */
export function daysFrom(from: string, date: string): number {
  return (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
}

/** The weekday of a civil date, from 0 (Sunday) to 6 (Saturday). */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** "2026-03-11" as "11/03/2026". */
export function formatCivilDate(date: string): string {
  const [year, month, day] = date.split("-");
  return `${day}/${month}/${year}`;
}

/** "11/03/2026" as "2026-03-11", or null when it is no date of the calendar from 2000 to 2099. */
export function parseCivilDate(text: string): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(20\d{2})$/.exec(text.trim());
  return match ? civilDate(Number(match[3]), Number(match[2]), Number(match[1])) : null;
}

/**
 * Reads the specification's written form of unavailable dates, "11/03/2016,12/03/2016" (spec §5):
 * entries parted by commas (semicolons and line breaks serve too), empty ones ignored.
 * Gives the days ascending without repeats, or the entries that are no dates.
 */
export function parseCivilDates(text: string): { days: string[] } | { invalid: string[] } {
  const days = new Set<string>();
  const invalid: string[] = [];
  for (const entry of text.split(/[,;\n]/)) {
    const written = entry.trim();
    if (written === "") continue;
    const day = parseCivilDate(written);
    if (day) days.add(day);
    else invalid.push(written);
  }
  return invalid.length > 0 ? { invalid } : { days: [...days].sort() };
}

/** Days in the specification's written form: "11/03/2016,12/03/2016". */
export function formatCivilDates(days: readonly string[]): string {
  return days.map(formatCivilDate).join(",");
}
