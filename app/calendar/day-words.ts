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
