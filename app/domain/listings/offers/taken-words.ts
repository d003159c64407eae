import { formatCivilDate } from "../../calendar/civil-date.ts";
import { formatNights } from "../../calendar/stays.ts";

/** Says "Ocupado em 31/12" or "Ocupado em 2 das 5 noites"; null if no night is taken. */
export function describeTaken(
  [first, ...others]: readonly string[],
  nights: number,
): string | null {
  if (!first) return null;
  if (others.length + 1 === nights) return "Ocupado nessas datas";
  if (others.length === 0) return `Ocupado em ${formatCivilDate(first).slice(0, 5)}`;
  return `Ocupado em ${others.length + 1} das ${formatNights(nights)}`;
}
