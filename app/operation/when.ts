import { civilDateOf, daysFrom, formatCivilDate } from "../calendar/civil-date.ts";

const inRegion = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** "21/11/2026 14:10", in the region like all of these. */
export function formatInstant(instant: Date): string {
  return inRegion.format(instant).replace(",", "");
}

const timeInRegion = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  hour: "2-digit",
  minute: "2-digit",
});

export function formatTime(instant: Date): string {
  return timeInRegion.format(instant);
}

/** "hoje", "ontem" or "há 3 dias". */
export function formatAge(instant: Date, today: string): string {
  const days = daysFrom(civilDateOf(instant), today);
  if (days <= 0) return "hoje";
  return days === 1 ? "ontem" : `há ${days} dias`;
}

const monthInRegion = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  month: "long",
  year: "numeric",
});

export function formatMonth(instant: Date): string {
  return monthInRegion.format(instant);
}

export function formatDay(instant: Date): string {
  return formatCivilDate(civilDateOf(instant));
}
