import { addDays, today } from "../../domain/calendar/civil-date.ts";
import { listOfferedHolidays } from "../../domain/calendar/holidays.ts";
import { comingWeekend, type Stay } from "../../domain/calendar/stays.ts";

export interface Shortcut {
  label: string;
  stay: Stay;
}

/** True from Friday noon to Sunday, when 'this' weekend would be the one that has begun. */
function isWeekend(now: Date): boolean {
  return comingWeekend(now).checkIn > addDays(today(now), 4);
}

/** Lists shortcuts by the region's clock. */
export function listShortcuts(now: Date = new Date()): Shortcut[] {
  return [
    {
      label: `Livre ${isWeekend(now) ? "no próximo" : "neste"} fim de semana`,
      stay: comingWeekend(now),
    },
    ...listOfferedHolidays(now).map(({ name, ...stay }) => ({ label: name, stay })),
  ];
}
