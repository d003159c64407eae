import { findNextHoliday } from "../calendar/holidays.ts";
import { comingWeekend, type Stay } from "../calendar/stays.ts";

export interface Shortcut {
  label: string;
  stay: Stay;
}

/** Lists shortcuts by the region's clock. */
export function listShortcuts(now: Date = new Date()): Shortcut[] {
  const { checkIn, checkOut } = comingWeekend(now);
  const shortcuts = [{ label: "Livre neste fim de semana", stay: { checkIn, checkOut } }];
  const holiday = findNextHoliday(now);
  if (holiday) {
    shortcuts.push({
      label: `Próximo feriado: ${holiday.name}`,
      stay: { checkIn: holiday.checkIn, checkOut: holiday.checkOut },
    });
  }
  return shortcuts;
}
