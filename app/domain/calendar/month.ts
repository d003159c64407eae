import { civilDate, weekdayOf } from "./civil-date.ts";

/** `YYYY-MM` text. */
export type Month = string;

export function monthOf(date: string): Month {
  return date.slice(0, 7);
}

export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

// Spelled out, because server and browser must write the same, whatever their versions of ICU.
const monthWords = [
  "janeiro",
  "fevereiro",
  "março",
  "abril",
  "maio",
  "junho",
  "julho",
  "agosto",
  "setembro",
  "outubro",
  "novembro",
  "dezembro",
];

/** Name such as "novembro". */
function monthWord(month: Month): string {
  return monthWords[Number(month.slice(5)) - 1] ?? "";
}

/** Name such as "novembro de 2026". */
export function monthName(month: Month): string {
  return `${monthWord(month)} de ${month.slice(0, 4)}`;
}

export function dayNumber(date: string): number {
  return Number(date.slice(8));
}

/** Weeks from Sunday to Saturday, as civil dates; null outside the month. */
export function monthWeeks(month: Month): (string | null)[][] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const first = new Date(Date.UTC(year, number - 1, 1)).getUTCDay();
  const cells: (string | null)[] = Array.from({ length: first }, () => null);
  for (let day = 1; day <= 31; day++) {
    const date = civilDate(year, number, day);
    if (date) cells.push(date);
  }
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

export const weekdays = ["dom", "seg", "ter", "qua", "qui", "sex", "sáb"] as const;

const weekdayNames = ["domingo", "segunda", "terça", "quarta", "quinta", "sexta", "sábado"];

/** Speaks "2026-11-20" as "sexta, 20 de novembro". */
export function spokenDay(date: string, { withYear = false } = {}): string {
  const year = withYear ? ` de ${date.slice(0, 4)}` : "";
  return `${weekdayNames[weekdayOf(date)]}, ${dayNumber(date)} de ${monthWord(monthOf(date))}${year}`;
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
