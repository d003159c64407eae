import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../calendar/civil-date.ts";
import { spanOf } from "../../prices/seasons.ts";
import {
  countRows,
  filterRows,
  noRows,
  rowsFrom,
  rowsUpTo,
  rowsWithoutBits,
  sampleRows,
  spanBits,
  visitBackwards,
} from "./row-bits.ts";

const size = 100;
const places = fc.uniqueArray(fc.nat(size - 1));

function rowsOf(chosen: readonly number[]) {
  const all = noRows(size).fill(~0);
  return filterRows(all, (at) => chosen.includes(at));
}

function listBackwards(rows: Uint32Array): number[] {
  const found: number[] = [];
  visitBackwards(rows, size, (at) => {
    found.push(at);
    return true;
  });
  return found;
}

const descending = (chosen: readonly number[]) => chosen.toSorted((one, other) => other - one);

// listing-index.test.ts proves how rows are counted, visited and combined.
test("rows are kept by the bits, or by the size, of their values in a column", () => {
  const whole = 2 ** 31 - 1;
  const value = fc.oneof(fc.nat(3), fc.constant(whole));
  const values = fc.array(value, { minLength: size, maxLength: size });
  fc.assert(
    fc.property(places, values, value, (chosen, given, limit) => {
      // Columns are longer than their rows.
      const column = <To extends Uint32Array | Int32Array | Uint16Array>(to: To): To => {
        to.set(given);
        return to;
      };
      const rows = rowsOf(chosen);
      const kept = (keeps: (value: number) => boolean) =>
        descending(chosen).filter((at) => keeps(given[at] ?? 0));
      const bits = column(new Uint32Array(128));
      expect(listBackwards(rowsWithoutBits(rows, bits, limit))).toEqual(
        kept((one) => (one & limit) === 0),
      );
      const cents = column(new Int32Array(128));
      expect(listBackwards(rowsUpTo(rows, cents, limit))).toEqual(kept((one) => one <= limit));
      expect(listBackwards(rowsUpTo(rows, cents, Infinity))).toEqual(descending(chosen));
      const days = column(new Uint16Array(128)).map((day) => Math.min(day, 3));
      expect(listBackwards(rowsFrom(rows, days, limit % 4))).toEqual(
        kept((one) => (one === whole ? 3 : one) >= limit % 4),
      );
    }),
  );
});

test("the highest bit counts like any other", () => {
  const column = new Uint32Array(32);
  column[3] = 2 ** 31;
  expect(listBackwards(rowsWithoutBits(rowsOf([3, 4]), column, 1 << 31))).toEqual([4]);
});

test("a sample has every 32nd word, from the first one on", () => {
  const rows = new Uint32Array(65).fill(~0);
  expect(countRows(sampleRows(rows))).toBe(3 * 32);
  expect(countRows(sampleRows(rows.subarray(0, 1)))).toBe(32);
});

function spanFrom(days: number, nights: number) {
  const checkIn = addDays("2026-01-01", days);
  return spanOf({ checkIn, checkOut: addDays(checkIn, nights) });
}

test("spans with a night in common have a bit in common", () => {
  const spans = fc.tuple(fc.nat(1500), fc.integer({ min: 1, max: 1500 }));
  fc.assert(
    fc.property(spans, spans, (one, other) => {
      const [a, b] = [spanFrom(...one), spanFrom(...other)];
      fc.pre(a.from < b.to && b.from < a.to);
      expect(spanBits(a) & spanBits(b)).not.toBe(0);
    }),
  );
});

test("spans of different fortnights have no bit in common, even if one ends where the other begins", () => {
  const [before, after] = [
    { from: 160, to: 176 },
    { from: 176, to: 180 },
  ];
  expect(spanBits(before) & spanBits(after)).toBe(0);
  expect(spanBits(before) | spanBits(after)).toBe(spanBits({ from: 175, to: 177 }));
});
