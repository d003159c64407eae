import { addDays, daysFrom } from "../calendar/civil-date.ts";
import type { VisitKind } from "../site/visit-mark.ts";

/** Length of a period, which is compared with as many days before. */
export const comparedDays = 30;

/** Counts per day, from the oldest to the newest. */
interface Series {
  /** Counts of the last {@link comparedDays}, today included. */
  now: number[];
  /** Counts of the days before those. */
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

/** Sums visits by kind, leaving out other days and kinds. */
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

/** First of the last {@link comparedDays}. */
export function firstDay(today: string): string {
  return addDays(today, 1 - comparedDays);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
