import type { VisitKind } from "../site/visit-mark.ts";

export interface VisitCount {
  postId: string;
  /** Civil date in the region. */
  day: string;
  kind: VisitKind;
  n: number;
}

/** While the database is away, further counters are not kept. */
export const maxCounters = 50_000;

/** Sums visits, so that many of them become one row. */
export class VisitTally {
  #counts = new Map<string, VisitCount>();

  add({ postId, day, kind, n }: VisitCount): void {
    const key = `${postId} ${day} ${kind}`;
    const known = this.#counts.get(key);
    if (known) known.n += n;
    else if (this.#counts.size < maxCounters) this.#counts.set(key, { postId, day, kind, n });
  }

  /** Empties the tally. Sorted, so that sites writing the same rows can't deadlock. */
  take(): VisitCount[] {
    const taken = [...this.#counts.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#counts.clear();
    return taken.map(([, count]) => count);
  }
}
