import { expect, test } from "vitest";
import { median, percentile } from "./figures.ts";
import { formatNumber, writeTable } from "./table.ts";

test("percentiles are measured values, by nearest rank", () => {
  const values = Array.from({ length: 200 }, (_, n) => 200 - n);
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(values, share))).toEqual([
    100, 190, 198, 200,
  ]);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
  expect(values[0]).toBe(200);
});

test("the median of an even number of values is the mean of the middle two", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test.each([
  [27_123.4, "27,123"],
  [870, "870"],
  [12.345, "12.3"],
  [0.614, "0.61"],
  [3, "3"],
  [Number.NaN, "-"],
])("%d is formatted as %s", (value, text) => expect(formatNumber(value)).toBe(text));

test("tables are written as Markdown with numbers right-aligned", () => {
  const table = { title: "Pages", columns: ["page", "requests/s"], rows: [["/", 1234.5]] };
  expect(writeTable(table)).toBe(
    "### Pages\n\n| page | requests/s |\n| ---- | ---------: |\n| /    |      1,235 |\n",
  );
});
