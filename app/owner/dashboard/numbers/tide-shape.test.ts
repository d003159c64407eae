import { expect, test } from "vitest";
import { drawLevel, inPercent, levelOf, middleOf } from "./tide-shape.ts";

test("the highest day takes two thirds of the height, and no visits still show the water", () => {
  expect(levelOf(0, 40)).toBe(96);
  expect(levelOf(40, 40)).toBe(32);
  expect(levelOf(0, 0)).toBe(96);
});

test("the level runs from edge to edge through the middle of each day", () => {
  expect(drawLevel([0, 40], 40)).toBe("M0 96H150C300 96 300 32 450 32H600");
  expect(middleOf(0, 30)).toBe(10);
  expect(inPercent(middleOf(29, 30), 600)).toBe("98.3%");
});
