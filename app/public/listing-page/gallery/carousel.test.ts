import { expect, test } from "vitest";
import {
  indexAfterDrag,
  indexAtScroll,
  indexForKey,
  nextIndex,
  previousIndex,
} from "./carousel.ts";

test.each([
  [-39, 2],
  [-40, 3],
  [40, 1],
])("a drag of %i px from photo 2 ends at photo %i", (dx, index) => {
  expect(indexAfterDrag(2, dx, 9)).toBe(index);
});

test("a drag does not wrap around at the ends", () => {
  expect(indexAfterDrag(0, 100, 9)).toBe(0);
  expect(indexAfterDrag(8, -100, 9)).toBe(8);
  expect(indexAfterDrag(0, -100, 1)).toBe(0);
});

test("the first photo follows the last, and the other way round", () => {
  expect(nextIndex(0, 3)).toBe(1);
  expect(nextIndex(2, 3)).toBe(0);
  expect(previousIndex(0, 3)).toBe(2);
  expect(nextIndex(0, 1)).toBe(0);
});

test.each([
  ["ArrowRight", 4],
  ["ArrowLeft", 2],
  ["Home", 0],
  ["End", 8],
  ["Tab", null],
])("%s goes from photo 3 to %s", (key, index) => {
  expect(indexForKey(key, 3, 9)).toBe(index);
});

test("a scrolled strip shows the nearest photo, and the last at its end", () => {
  const places = [0, 400, 800, 1200];
  expect(indexAtScroll(0, places, 1000)).toBe(0);
  expect(indexAtScroll(590, places, 1000)).toBe(1);
  expect(indexAtScroll(610, places, 1000)).toBe(2);
  expect(indexAtScroll(1000, places, 1000)).toBe(3);
});
