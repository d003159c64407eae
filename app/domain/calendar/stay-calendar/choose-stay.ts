import { isCivilDate } from "../civil-date.ts";
import { latestCheckOut } from "../stays.ts";

export interface ChosenDates {
  checkIn: string | null;
  checkOut: string | null;
}

/** Drops typed dates that can't be booked. */
export function possibleDates(
  { entrada, saida }: { entrada: string; saida: string },
  taken: ReadonlySet<string>,
  today: string,
): ChosenDates {
  if (!isCivilDate(entrada) || entrada < today || taken.has(entrada)) {
    return { checkIn: null, checkOut: null };
  }
  const canEnd = isCivilDate(saida) && saida > entrada && saida <= latestCheckOut(entrada, taken);
  return { checkIn: entrada, checkOut: canEnd ? saida : null };
}

export type DayUse = "check-in" | "check-out";

/**
 * Null if a day can't be picked. A taken one can end a stay: its guests arrive in the afternoon.
 */
export function dayUses(
  { checkIn, checkOut }: ChosenDates,
  taken: ReadonlySet<string>,
  today: string,
): (day: string) => DayUse | null {
  const latest = checkIn && latestCheckOut(checkIn, taken);
  return (day) => {
    if (day < today) return null;
    const canEnd = checkIn && latest && day > checkIn && day <= latest;
    if (canEnd && (checkOut === null || taken.has(day))) return "check-out";
    return taken.has(day) ? null : "check-in";
  };
}

export function chooseDay(
  day: string,
  chosen: ChosenDates,
  taken: ReadonlySet<string>,
  today: string,
): ChosenDates {
  const use = dayUses(chosen, taken, today)(day);
  if (use === "check-in") return { checkIn: day, checkOut: null };
  return use === "check-out" ? { ...chosen, checkOut: day } : chosen;
}
