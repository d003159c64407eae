import type { VisitCount } from "./visits.server.ts";

/** While the database is away, further counters are not kept. */
export const maxCounters = 50_000;

/** Sums visits of one kind to a listing on a day, so that many of them become one row. */
export class Tally {
  readonly #counts = new Map<string, VisitCount>();

  add(counted: VisitCount): void {
    const key = `${counted.postId} ${counted.day} ${counted.kind}`;
    const known = this.#counts.get(key);
    if (known) known.n += counted.n;
    else if (this.#counts.size < maxCounters) this.#counts.set(key, { ...counted });
  }

  /** Empties the tally. Sorted, so that sites writing the same rows can't deadlock. */
  take(): VisitCount[] {
    const taken = [...this.#counts.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#counts.clear();
    return taken.map(([, count]) => count);
  }
}
