/** Random choices that a seed reproduces. */
export interface Random {
  /** An integer from 0 up to, but not including, `end`. */
  below: (end: number) => number;
  /** True with this probability. */
  chance: (share: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
}

/** The generator mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    below: (end) => Math.floor(next() * end),
    chance: (share) => next() < share,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}
