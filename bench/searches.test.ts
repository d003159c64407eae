import { expect, test } from "vitest";
import { comingReveillon } from "./searches.ts";

test.each([
  ["2026-11-22", "2026-12-28"],
  ["2026-12-28", "2026-12-28"],
  ["2026-12-29", "2027-12-28"],
  ["2027-01-01", "2027-12-28"],
])("on %s the bench searches for the Réveillon from %s on", (day, checkIn) => {
  expect(comingReveillon(day)).toBe(checkIn);
});
