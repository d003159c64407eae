import { expect, test } from "vitest";
import { daysBetween, formatRange, rangesOf } from "./day-ranges.ts";

test("rangesOf joins consecutive days across months", () => {
  expect(rangesOf(["2025-11-29", "2025-11-30", "2025-12-01", "2025-12-24"])).toEqual([
    { first: "2025-11-29", last: "2025-12-01" },
    { first: "2025-12-24", last: "2025-12-24" },
  ]);
});

test("daysBetween takes its days in either order", () => {
  const days = ["2026-02-28", "2026-03-01", "2026-03-02"];
  expect(daysBetween("2026-02-28", "2026-03-02")).toEqual(days);
  expect(daysBetween("2026-03-02", "2026-02-28")).toEqual(days);
  expect(daysBetween("2026-03-02", "2026-03-02")).toEqual(["2026-03-02"]);
});

test("formatRange names a single day once", () => {
  expect(formatRange({ first: "2025-11-28", last: "2025-11-30" })).toBe("28/11/2025 a 30/11/2025");
  expect(formatRange({ first: "2025-11-28", last: "2025-11-28" })).toBe("28/11/2025");
});
