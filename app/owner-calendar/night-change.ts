import { civilDate } from "../calendar/civil-date.ts";

/** Nights to mark as taken and nights to free, civil dates. */
export interface NightChange {
  mark: string[];
  free: string[];
}

/** More than the 24 months of the calendar have. */
const mostNights = 750;

/**
 * Reads the fields `marcar` and `liberar`, each `YYYY-MM-DD` dates separated by commas. Null if
 * anything in them is not a date, if they name the same night, or if they name none.
 */
export function readNightChange(formData: FormData): NightChange | null {
  const mark = readNights(formData.getAll("marcar"));
  const free = readNights(formData.getAll("liberar"));
  if (!mark || !free) return null;
  const both = new Set([...mark, ...free]);
  const isMeant = both.size === mark.length + free.length && both.size > 0;
  return isMeant && both.size <= mostNights ? { mark, free } : null;
}

function readNights(values: FormDataEntryValue[]): string[] | null {
  const nights = new Set<string>();
  for (const value of values) {
    if (typeof value !== "string") return null;
    for (const night of value.split(",").filter((text) => text !== "")) {
      if (!isNight(night)) return null;
      nights.add(night);
    }
  }
  return [...nights].sort();
}

function isNight(text: string): boolean {
  const [, year, month, day] = /^(20\d{2})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return civilDate(Number(year), Number(month), Number(day)) === text;
}
