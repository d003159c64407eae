import { civilDateOf, daysFrom, formatCivilDate, formatClock } from "../calendar/civil-date.ts";
import { monthName, monthOf } from "../calendar/month.ts";

/** Writes "21/11/2026 14:10", in the region as all of these do. */
export function formatInstant(instant: Date): string {
  return `${formatDay(instant)} ${formatClock(instant)}`;
}

/** Writes "hoje", "ontem" or "há 3 dias". */
export function formatAge(instant: Date, today: string): string {
  const days = daysFrom(civilDateOf(instant), today);
  if (days <= 0) return "hoje";
  return days === 1 ? "ontem" : `há ${days} dias`;
}

export function formatMonth(instant: Date): string {
  return monthName(monthOf(civilDateOf(instant)));
}

export function formatDay(instant: Date): string {
  return formatCivilDate(civilDateOf(instant));
}
