import { civilDateOf, daysFrom, formatClock, formatDay } from "../domain/calendar/civil-date.ts";
import { daysAgo, monthName, monthOf } from "../domain/calendar/month.ts";

/** Writes "21/11/2026 14:10", in the region as all of these do. */
export function formatInstant(instant: Date): string {
  return `${formatDay(instant)} ${formatClock(instant)}`;
}

/** Writes "hoje", "ontem" or "há 3 dias". */
export function formatAge(instant: Date, today: string): string {
  return daysAgo(daysFrom(civilDateOf(instant), today));
}

export function formatMonth(instant: Date): string {
  return monthName(monthOf(civilDateOf(instant)));
}
