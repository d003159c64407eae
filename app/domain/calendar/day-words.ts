import { weekdayOf } from "./civil-date.ts";
import { dayNumber, monthOf, monthWord } from "./month.ts";

const weekdays = ["domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"];

/** Speaks "2026-11-20" as "sexta, 20 de novembro". */
export function spokenDay(date: string, { withYear = false } = {}): string {
  const year = withYear ? ` de ${date.slice(0, 4)}` : "";
  return `${weekdays[weekdayOf(date)]}, ${dayNumber(date)} de ${monthWord(monthOf(date))}${year}`;
}

/** Writes "hoje", "amanhã" or "daqui a 3 dias". */
export function inDays(days: number): string {
  if (days === 0) return "hoje";
  return days === 1 ? "amanhã" : `daqui a ${days} dias`;
}

/** Writes "hoje", "ontem" or "há 3 dias". */
export function daysAgo(days: number): string {
  if (days <= 0) return "hoje";
  return days === 1 ? "ontem" : `há ${days} dias`;
}
