/** A set of rows, one bit each. Counting and combining sets looks at 32 rows at a time. */
export type RowBits = Uint32Array;

export function noRows(size: number): RowBits {
  return new Uint32Array(Math.ceil(size / 32));
}

export function countRows(rows: RowBits): number {
  let found = 0;
  for (let word of rows) {
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    found += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return found;
}

/** Returns the rows that `keeps` accepts. */
export function filterRows(rows: RowBits, keeps: (at: number) => boolean): RowBits {
  const kept = new Uint32Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    let word = rows[index] ?? 0;
    let left = 0;
    while (word !== 0) {
      const place = 31 - Math.clz32(word);
      word ^= 1 << place;
      if (keeps(index * 32 + place)) left |= 1 << place;
    }
    kept[index] = left;
  }
  return kept;
}

export function withoutRows(rows: RowBits, others: RowBits): RowBits {
  return rows.map((word, index) => word & ~(others[index] ?? 0));
}

/** Passes the rows before `end` to `visit`, the last one first, until it returns false. */
export function visitBackwards(rows: RowBits, end: number, visit: (at: number) => boolean): void {
  for (let index = Math.min(rows.length - 1, end >>> 5); index >= 0; index--) {
    let word = rows[index] ?? 0;
    while (word !== 0) {
      const place = 31 - Math.clz32(word);
      word ^= 1 << place;
      const at = index * 32 + place;
      if (at < end && !visit(at)) return;
    }
  }
}
