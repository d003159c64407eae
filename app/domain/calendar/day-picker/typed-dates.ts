import { addDays, daysFrom, formatCivilDate, parseCivilDate } from "../civil-date.ts";
import { type DayRange, daysBetween, formatRange } from "../day-ranges.ts";

/** Limit of one typed range: two years. */
const maxRangeDays = 731;

export interface RefusedEntry {
  text: string;
  reason: "not-a-date" | "reversed" | "too-long";
}

/**
 * Parses "11/03/2016,12/03/2016" (spec §5) and ranges, both days included, such as "24/12/2026 a
 * 02/01/2027". Semicolons and line breaks separate, too; the days are sorted and distinct.
 */
export function parseCivilDates(text: string): { days: string[] } | { invalid: RefusedEntry[] } {
  const { ranges, invalid } = readEntries(text);
  return invalid.length > 0 ? { invalid } : { days: daysOf(ranges) };
}

/** Days of a text, ignoring invalid entries. */
export function daysInText(text: string): string[] {
  return daysOf(readEntries(text).ranges);
}

/** Writes days into a text, keeping its invalid entries at the end. */
export function textWithDays(text: string, days: Iterable<string>): string {
  const others = readEntries(text).invalid.map((entry) => entry.text);
  return [...[...new Set(days)].sort().map(formatCivilDate), ...others].join(",");
}

/** The coming Christmas and New Year, as people type them. */
export function exampleRange(today: string): string {
  const year = Number(today.slice(0, 4)) + (today.slice(5) > "12-24" ? 1 : 0);
  return formatRange({ first: `${year}-12-24`, last: `${year + 1}-01-02` });
}

function readEntries(text: string): { ranges: DayRange[]; invalid: RefusedEntry[] } {
  const ranges: DayRange[] = [];
  const invalid: RefusedEntry[] = [];
  for (const entry of text.split(/[,;\n]| e /)) {
    const written = entry.trim();
    if (written === "") continue;
    const read = readEntry(written);
    if (typeof read === "string") invalid.push({ text: written, reason: read });
    else ranges.push(read);
  }
  return { ranges, invalid };
}

const rangePattern = /^(?:de )?\s*([\d/]+)\s*(?:a|à|ao|até|ate|[-–—])\s*([\d/]+)$/i;

function readEntry(text: string): DayRange | RefusedEntry["reason"] {
  const [, from = text, to = from] = rangePattern.exec(text) ?? [];
  const first = parseCivilDate(from);
  const last = parseCivilDate(to);
  if (!first || !last) return "not-a-date";
  if (last < first) return "reversed";
  return daysFrom(first, last) < maxRangeDays ? { first, last } : "too-long";
}

/** Expands ranges, merging them first so that repeated ones cost nothing. */
function daysOf(ranges: readonly DayRange[]): string[] {
  const merged: DayRange[] = [];
  const inOrder = [...ranges].sort((one, other) => daysFrom(other.first, one.first));
  for (const range of inOrder) {
    const open = merged.at(-1);
    if (!open || range.first > addDays(open.last, 1)) merged.push({ ...range });
    else if (range.last > open.last) open.last = range.last;
  }
  return merged.flatMap(({ first, last }) => daysBetween(first, last));
}

/** Applies what changed from `before` to `after` to `current`; all are civil dates. */
export function mergeDays(
  current: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  const [known, wanted] = [new Set(before), new Set(after)];
  const kept = current.filter((day) => wanted.has(day) || !known.has(day));
  const added = after.filter((day) => !known.has(day));
  return [...new Set([...kept, ...added])].sort();
}
