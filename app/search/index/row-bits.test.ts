import fc from "fast-check";
import { expect, test } from "vitest";
import { countRows, filterRows, noRows, visitBackwards, withoutRows } from "./row-bits.ts";

const size = 100;
const places = fc.uniqueArray(fc.nat(size - 1));

function rowsOf(chosen: readonly number[]) {
  const all = noRows(size).fill(~0);
  return filterRows(all, (at) => chosen.includes(at));
}

function listBackwards(rows: Uint32Array, end = size): number[] {
  const found: number[] = [];
  visitBackwards(rows, end, (at) => {
    found.push(at);
    return true;
  });
  return found;
}

const descending = (chosen: readonly number[]) => chosen.toSorted((one, other) => other - one);

test("rows are counted, and visited from the last one before an end", () => {
  fc.assert(
    fc.property(places, fc.nat(size), (chosen, end) => {
      const rows = rowsOf(chosen);
      expect(countRows(rows)).toBe(chosen.length);
      expect(listBackwards(rows)).toEqual(descending(chosen));
      expect(listBackwards(rows, end)).toEqual(descending(chosen).filter((at) => at < end));
    }),
  );
});

test("a visit ends where it is told to", () => {
  const found: number[] = [];
  visitBackwards(rowsOf([3, 40, 41, 99]), size, (at) => {
    found.push(at);
    return found.length < 2;
  });
  expect(found).toEqual([99, 41]);
});

test("rows without others are those that the others lack", () => {
  fc.assert(
    fc.property(places, places, (chosen, others) => {
      const left = withoutRows(rowsOf(chosen), rowsOf(others));
      expect(listBackwards(left)).toEqual(descending(chosen).filter((at) => !others.includes(at)));
    }),
  );
});
