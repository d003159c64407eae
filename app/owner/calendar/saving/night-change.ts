import { isCivilDate } from "../../../domain/calendar/civil-date.ts";
import { refuse } from "../../../platform/web/refusal.ts";

export interface NightChange {
  mark: string[];
  free: string[];
}

export const noNights = refuse("invalid", "Essas datas não estão no calendário.");

/** More nights than fit into the calendar's 24 months. */
const maxNightsPerChange = 750;

/**
 * Reads comma-separated dates in `marcar` and `liberar`; null if invalid, contradictory or empty.
 */
export function readNightChange(formData: FormData): NightChange | null {
  const mark = readNights(formData.getAll("marcar"));
  const free = readNights(formData.getAll("liberar"));
  if (!mark || !free) return null;
  const both = new Set([...mark, ...free]);
  const isMeant = both.size === mark.length + free.length && both.size > 0;
  return isMeant && both.size <= maxNightsPerChange ? { mark, free } : null;
}

function readNights(values: FormDataEntryValue[]): string[] | null {
  const nights = new Set<string>();
  for (const value of values) {
    if (typeof value !== "string") return null;
    for (const night of value.split(",").filter((text) => text !== "")) {
      if (!isCivilDate(night)) return null;
      nights.add(night);
    }
  }
  return [...nights].sort();
}
