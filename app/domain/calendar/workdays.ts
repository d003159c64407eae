import { addDays, weekdayOf } from "./civil-date.ts";
import { listHolidayDates } from "./holidays.ts";

/** The first day after this one that is neither on a weekend nor a holiday. */
export function nextWorkday(day: string): string {
  const next = addDays(day, 1);
  const isWeekend = [0, 6].includes(weekdayOf(next));
  return isWeekend || isHoliday(next) ? nextWorkday(next) : next;
}

function isHoliday(day: string): boolean {
  return listHolidayDates(Number(day.slice(0, 4))).some(([, date]) => date === day);
}
