import { expect, test } from "vitest";
import { isFlagged } from "./report-flag.ts";

const at = (hours: number, addressHash: string | null) => ({
  createdAt: new Date(Date.UTC(2026, 10, 22) + hours * 3_600_000),
  addressHash,
});

test.each([
  [true, "three addresses at once", [at(0, "a"), at(0, "b"), at(0, "c")]],
  [true, "three addresses, the last after exactly a day", [at(0, "a"), at(5, "b"), at(24, "c")]],
  [true, "a day that begins in the middle", [at(0, "a"), at(30, "b"), at(40, "c"), at(50, "a")]],
  [true, "any order", [at(40, "c"), at(50, "a"), at(30, "b")]],
  [false, "two addresses", [at(0, "a"), at(1, "b")]],
  [false, "one address again and again", [at(0, "a"), at(1, "a"), at(2, "a"), at(3, "b")]],
  [false, "more than a day apart", [at(0, "a"), at(12, "b"), at(24.001, "c")]],
  [false, "addresses that were erased", [at(0, null), at(0, null), at(0, null)]],
  [false, "no reports", []],
])("flagged: %s with %s", (expected, _, reports) => {
  expect(isFlagged(reports)).toBe(expected);
});
