import { listOfferedHolidays } from "../calendar/holidays.ts";
import { comingWeekend, type Stay } from "../calendar/stays.ts";

export interface Shortcut {
  label: string;
  stay: Stay;
}

/** Lists shortcuts by the region's clock. */
export function listShortcuts(now: Date = new Date()): Shortcut[] {
  return [
    { label: "Livre neste fim de semana", stay: comingWeekend(now) },
    ...listOfferedHolidays(now).map(({ name, ...stay }) => ({ label: name, stay })),
  ];
}
