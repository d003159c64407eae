import { daysFrom } from "../../calendar/civil-date.ts";
import { filterFlags, leisureOptions } from "../../listings/fields.ts";
import type { Span } from "../../prices/seasons.ts";
import { locationOptions } from "../../region/locations.ts";

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

/** Returns the rows that `matches` accepts. */
export function filterRows(rows: RowBits, matches: (at: number) => boolean): RowBits {
  const matching = new Uint32Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    let word = rows[index] ?? 0;
    let left = 0;
    while (word !== 0) {
      const place = 31 - Math.clz32(word);
      word ^= 1 << place;
      if (matches(index * 32 + place)) left |= 1 << place;
    }
    matching[index] = left;
  }
  return matching;
}

/**
 * Returns the rows whose value in a column has none of a mask's bits. Like the next two, it looks at all rows of a
 * word without branches, and so takes much less time than {@link filterRows} where most rows are in the set.
 */
export function rowsWithoutBits(rows: RowBits, column: Uint32Array, mask: number): RowBits {
  return rows.map((word, index) => {
    if (word === 0) return 0;
    let matching = 0;
    for (let place = 0; place < 32; place++) {
      const bits = (column[index * 32 + place] ?? 0) & mask;
      matching |= (~(bits | -bits) >>> 31) << place;
    }
    return word & matching;
  });
}

/** Returns the rows whose value in a column is at least `least`. */
export function rowsFrom(rows: RowBits, column: Uint16Array, least: number): RowBits {
  return rows.map((word, index) => {
    if (word === 0) return 0;
    let matching = 0;
    for (let place = 0; place < 32; place++) {
      matching |= (~((column[index * 32 + place] ?? 0) - least) >>> 31) << place;
    }
    return word & matching;
  });
}

/** Returns the rows whose value in a column is at most `most`; neither may be negative. */
export function rowsUpTo(rows: RowBits, column: Int32Array, most: number): RowBits {
  const bound = Math.min(most, 2 ** 31 - 1);
  return rows.map((word, index) => {
    if (word === 0) return 0;
    let matching = 0;
    for (let place = 0; place < 32; place++) {
      matching |= (~(bound - (column[index * 32 + place] ?? 0)) >>> 31) << place;
    }
    return word & matching;
  });
}

/** Returns the rows of every 32nd word. */
export function sampleRows(rows: RowBits): RowBits {
  return rows.map((word, index) => (index % 32 === 0 ? word : 0));
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

const epoch = "2000-01-01";
const nightsPerWord = 32;

interface NightBit {
  word: number;
  bit: number;
}

// Cached: date arithmetic is slow, and every listing has the same nights.
const nightBits = new Map<string, NightBit>();

export function bitOf(night: string): NightBit {
  const known = nightBits.get(night);
  if (known) return known;
  const days = daysFrom(epoch, night);
  const made = { word: Math.floor(days / nightsPerWord), bit: 1 << (days % nightsPerWord) };
  nightBits.set(night, made);
  return made;
}

const nightsPerBit = 16;

/**
 * Some nights, one bit for each 16 days since 1970. Those that are 512 days apart share a bit, so this only rules
 * out that two spans have a night in common.
 */
export function spanBits({ from, to }: Span): number {
  const first = Math.floor(from / nightsPerBit);
  const last = Math.floor((to - 1) / nightsPerBit);
  if (last - first >= 31) return ~0;
  let bits = 0;
  for (let place = first; place <= last; place++) bits |= 1 << (place % 32);
  return bits;
}

/** Yes/no properties of listings, one bit each. */
const traits: readonly string[] = [
  ...filterFlags.map(({ name }) => name),
  ...leisureOptions,
  ...locationOptions,
];
if (traits.length > 32) throw new Error("the index has room for 32 traits");

export function isTrait(name: string): boolean {
  return traits.includes(name);
}

/** Unknown names are left out. */
export function traitBits(names: readonly string[]): number {
  const known = names.map((name) => traits.indexOf(name)).filter((index) => index >= 0);
  return known.reduce((bits, index) => bits | (1 << index), 0);
}

export const locationBits = traitBits(locationOptions);
