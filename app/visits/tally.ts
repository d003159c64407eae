/** While the database is away, further counters are not kept. */
export const maxCounters = 50_000;

/** Sums counts of the same thing, so that many of them become one row. */
export class Tally<Counted extends { n: number }> {
  readonly #keyOf: (counted: Counted) => string;
  #counts = new Map<string, Counted>();

  constructor(keyOf: (counted: Counted) => string) {
    this.#keyOf = keyOf;
  }

  add(counted: Counted): void {
    const key = this.#keyOf(counted);
    const known = this.#counts.get(key);
    if (known) known.n += counted.n;
    else if (this.#counts.size < maxCounters) this.#counts.set(key, { ...counted });
  }

  /** Empties the tally. Sorted, so that sites writing the same rows can't deadlock. */
  take(): Counted[] {
    const taken = [...this.#counts.entries()].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#counts.clear();
    return taken.map(([, count]) => count);
  }
}
