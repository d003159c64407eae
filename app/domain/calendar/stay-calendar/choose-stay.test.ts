import { expect, test } from "vitest";
import { type ChosenDates, chooseDay, dayUses, possibleDates } from "./choose-stay.ts";

const today = "2026-11-21";
const none: ChosenDates = { checkIn: null, checkOut: null };
const taken = new Set(["2026-12-11", "2026-12-12", "2026-12-20"]);

function pick(...days: string[]): ChosenDates {
  return days.reduce((chosen, day) => chooseDay(day, chosen, taken, today), none);
}

test("the first day picked is the check-in, the second the check-out, the third starts over", () => {
  expect(pick("2026-12-01")).toEqual({ checkIn: "2026-12-01", checkOut: null });
  expect(pick("2026-12-01", "2026-12-04")).toEqual({
    checkIn: "2026-12-01",
    checkOut: "2026-12-04",
  });
  expect(pick("2026-12-01", "2026-12-04", "2026-12-03")).toEqual({
    checkIn: "2026-12-03",
    checkOut: null,
  });
});

test("an earlier day, or one beyond taken nights, becomes the new check-in", () => {
  expect(pick("2026-12-05", "2026-12-03")).toEqual({ checkIn: "2026-12-03", checkOut: null });
  expect(pick("2026-12-05", "2026-12-05")).toEqual({ checkIn: "2026-12-05", checkOut: null });
  expect(pick("2026-12-05", "2026-12-14")).toEqual({ checkIn: "2026-12-14", checkOut: null });
});

test("taken and past days can't be picked", () => {
  expect(pick("2026-12-11")).toEqual(none);
  expect(pick("2026-11-20")).toEqual(none);
  expect(pick("2026-12-05", "2026-12-12")).toEqual({ checkIn: "2026-12-05", checkOut: null });
});

test("only the first taken day after the check-in can end the stay", () => {
  const begun = pick("2026-12-05");
  expect(dayUses(begun, taken, today)("2026-12-11")).toBe("check-out");
  expect(dayUses(begun, taken, today)("2026-12-12")).toBeNull();
  expect(dayUses(begun, taken, today)("2026-12-20")).toBeNull();
  expect(dayUses(none, taken, today)(today)).toBe("check-in");
  expect(pick("2026-12-05", "2026-12-11")).toEqual({
    checkIn: "2026-12-05",
    checkOut: "2026-12-11",
  });
  // The stay can still be extended up to that day.
  expect(pick("2026-12-05", "2026-12-08", "2026-12-11")).toEqual({
    checkIn: "2026-12-05",
    checkOut: "2026-12-11",
  });
});

test.each([
  ["2026-12-05", "2026-12-11", "2026-12-05", "2026-12-11"],
  ["2026-12-05", "2026-12-12", "2026-12-05", null],
  ["2026-12-13", "2027-02-12", "2026-12-13", null],
  ["2026-12-05", "", "2026-12-05", null],
  ["2026-12-12", "2026-12-14", null, null],
  ["2026-11-20", "2026-11-23", null, null],
  ["2026-02-31", "2026-03-02", null, null],
  ["", "2026-12-05", null, null],
])("typed dates %s to %s count as %s to %s", (entrada, saida, checkIn, checkOut) => {
  expect(possibleDates({ entrada, saida }, taken, today)).toEqual({ checkIn, checkOut });
});
