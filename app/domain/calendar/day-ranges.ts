import { addDays, formatCivilDate } from "./civil-date.ts";

/** Civil dates, both included. */
export interface DayRange {
  first: string;
  last: string;
}

/** Joins consecutive days, which must be ascending. */
export function rangesOf(days: readonly string[]): DayRange[] {
  const ranges: DayRange[] = [];
  for (const day of days) {
    const open = ranges.at(-1);
    if (open && addDays(open.last, 1) === day) open.last = day;
    else ranges.push({ first: day, last: day });
  }
  return ranges;
}

/** The days between two, both included and in either order. */
export function daysBetween(one: string, other: string): string[] {
  const [first, last] = one <= other ? [one, other] : [other, one];
  const days = [first];
  for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

export function formatRange({ first, last }: DayRange): string {
  return first === last
    ? formatCivilDate(first)
    : `${formatCivilDate(first)} a ${formatCivilDate(last)}`;
}
