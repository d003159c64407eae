import { addDays, weekdayOf } from "./civil-date.ts";

/** The day a key moves to; null for other keys. */
export function dayByKey(key: string, day: string): string | null {
  const weekday = weekdayOf(day);
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
    PageUp: -28,
    PageDown: 28,
  };
  const step = steps[key];
  return step === undefined ? null : addDays(day, step);
}
