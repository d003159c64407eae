import { expect, test } from "vitest";
import { readPastStay } from "./invitation-form.ts";
import { listPastStays, overlaps, yearBefore } from "./past-stays.ts";

const day = "2026-11-26";

test("stays are runs of taken nights that are over, the newest first", () => {
  const taken = [
    "2026-10-09",
    "2026-10-10",
    "2026-11-01",
    // The last night before today: its guests leave today.
    "2026-11-25",
  ];
  expect(listPastStays(taken, day)).toEqual([
    { checkIn: "2026-11-25", checkOut: "2026-11-26" },
    { checkIn: "2026-11-01", checkOut: "2026-11-02" },
    { checkIn: "2026-10-09", checkOut: "2026-10-11" },
  ]);
});

test("a stay that goes on tonight isn't over", () => {
  expect(listPastStays(["2026-11-24", "2026-11-25", "2026-11-26"], day)).toEqual([]);
});

test("stays that share a night overlap; one may begin as another ends", () => {
  const stay = { checkIn: "2026-10-09", checkOut: "2026-10-11" };
  expect(overlaps(stay, { checkIn: "2026-10-10", checkOut: "2026-10-12" })).toBe(true);
  expect(overlaps(stay, { checkIn: "2026-10-11", checkOut: "2026-10-12" })).toBe(false);
});

test("a year before a leap day is February 28", () => {
  expect(yearBefore("2028-02-29")).toBe("2027-02-28");
  expect(yearBefore(day)).toBe("2025-11-26");
});

test.each([
  ["2026-11-24", "2026-11-26", null],
  ["2025-11-26", "2025-11-28", null],
  ["2025-11-25", "2025-11-28", "entrada"],
  ["2026-11-24", "2026-11-27", "saida"],
  ["2026-11-20", "2026-11-20", "saida"],
  ["2026-11-20", "2026-11-19", "saida"],
  ["2026-06-01", "2026-08-01", "saida"],
  ["", "2026-11-20", "entrada"],
  ["2026-11-20", "", "saida"],
  ["2026-02-30", "2026-03-02", "entrada"],
  ["ontem", "hoje", "entrada"],
])("a stay from '%s' to '%s' is refused at %s", (entrada, saida, field) => {
  const read = readPastStay(entrada, saida, day);
  expect(read.ok ? null : read.field).toBe(field);
});
