import { addDays, daysFrom } from "../calendar/civil-date.ts";
import type { VisitKind } from "../site/visit-mark.ts";

/** Compared with as many days before. */
export const comparedDays = 30;

/** From the oldest day to the newest. */
interface Series {
  /** The last {@link comparedDays}, today included. */
  now: number[];
  /** The days before those. */
  before: number[];
}

export interface VisitNumbers {
  views: Series;
  whatsapp: Series;
  phone: Series;
}

export interface DayCount {
  day: string;
  kind: string;
  n: number;
}

/** Leaves out counts of other days and kinds. */
export function sumVisits(counts: readonly DayCount[], today: string): VisitNumbers {
  function seriesOf(kind: VisitKind): Series {
    const days = Array<number>(2 * comparedDays).fill(0);
    for (const count of counts) {
      const at = days.length - 1 - daysFrom(count.day, today);
      if (count.kind === kind && at in days) days[at] = (days[at] ?? 0) + count.n;
    }
    return { now: days.slice(comparedDays), before: days.slice(0, comparedDays) };
  }
  return {
    views: seriesOf("visita"),
    whatsapp: seriesOf("whatsapp"),
    phone: seriesOf("telefone"),
  };
}

/** The first of the last {@link comparedDays}. */
export function firstDay(today: string): string {
  return addDays(today, 1 - comparedDays);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
