import { addDays, civilDate, daysFrom } from "./civil-date.ts";
import { addMonths, monthOf } from "./month.ts";
import { monthsAhead } from "./stays.ts";

/** Civil dates; `to` is the check-out day. */
export interface NightRange {
  from: string;
  to: string;
}

/** The day as many months later as stays can be asked for; February 29 becomes March 1. */
export function endOfWindow(today: string): string {
  const month = addMonths(monthOf(today), monthsAhead);
  const [year = 0, number = 1] = month.split("-").map(Number);
  return civilDate(year, number, Number(today.slice(8))) ?? `${addMonths(month, 1)}-01`;
}

/** Collects nights from today to 24 months later. A range of any length costs two writes. */
export class NightWindow {
  readonly from: string;
  readonly to: string;
  /** For each day, the number of ranges that begin on it, less those whose check-out day it is. */
  readonly #changes: Int32Array;

  constructor(today: string) {
    this.from = today;
    this.to = endOfWindow(today);
    this.#changes = new Int32Array(daysFrom(this.from, this.to) + 1);
  }

  add(from: string, to: string): void {
    const first = from < this.from ? this.from : from;
    const end = to > this.to ? this.to : to;
    if (first >= end) return;
    const [one, other] = [daysFrom(this.from, first), daysFrom(this.from, end)];
    this.#changes[one] = (this.#changes[one] ?? 0) + 1;
    this.#changes[other] = (this.#changes[other] ?? 0) - 1;
  }

  /** Collected nights as ranges, ascending and joined. */
  ranges(): NightRange[] {
    const ranges: NightRange[] = [];
    let covering = 0;
    let from = 0;
    this.#changes.forEach((change, index) => {
      if (covering === 0 && change > 0) from = index;
      if (covering > 0 && covering + change === 0) {
        ranges.push({ from: addDays(this.from, from), to: addDays(this.from, index) });
      }
      covering += change;
    });
    return ranges;
  }
}
