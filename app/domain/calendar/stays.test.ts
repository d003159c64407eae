import { afterEach, describe, expect, test, vi } from "vitest";
import {
  comingWeekend,
  formatNights,
  formatPeople,
  formatStay,
  formatStayInFull,
  formatStayWithWeekdays,
  isFree,
  latestCheckOut,
  nearbyStays,
  nightCount,
  nightsOf,
} from "./stays.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const day = "2026-11-21";
const weekend = { checkIn: "2026-12-11", checkOut: "2026-12-13" };

describe.each(["UTC", "America/Sao_Paulo", "Pacific/Auckland"])("in the process zone %s", (TZ) => {
  test("nights are half-open: the check-out day is not one of them", () => {
    vi.stubEnv("TZ", TZ);
    expect(nightsOf(weekend)).toEqual(["2026-12-11", "2026-12-12"]);
    expect(nightCount(weekend)).toBe(2);
    const newYear = { checkIn: "2026-12-30", checkOut: "2027-01-02" };
    expect(nightsOf(newYear)).toEqual(["2026-12-30", "2026-12-31", "2027-01-01"]);
    const leap = { checkIn: "2028-02-28", checkOut: "2028-03-01" };
    expect(nightsOf(leap)).toEqual(["2028-02-28", "2028-02-29"]);
  });

  test("counts nights correctly across clock changes in any zone", () => {
    vi.stubEnv("TZ", TZ);
    // Auckland's clocks change on 2026-09-27 and 2027-04-04; Brazil's last changed in February 2019.
    expect(nightCount({ checkIn: "2026-09-26", checkOut: "2026-09-28" })).toBe(2);
    expect(nightCount({ checkIn: "2027-04-03", checkOut: "2027-04-05" })).toBe(2);
    expect(nightCount({ checkIn: "2019-02-16", checkOut: "2019-02-17" })).toBe(1);
  });

  test("this weekend is offered until Friday noon in the region, then the next", () => {
    vi.stubEnv("TZ", TZ);
    const offered = (now: string) => comingWeekend(new Date(now));
    const thisOne = { checkIn: "2026-11-27", checkOut: "2026-11-29" };
    const nextOne = { checkIn: "2026-12-04", checkOut: "2026-12-06" };
    expect(offered("2026-11-22T15:00:00Z")).toEqual(thisOne);
    expect(offered("2026-11-27T14:59:59Z")).toEqual(thisOne);
    expect(offered("2026-11-27T15:00:00Z")).toEqual(nextOne);
    expect(offered("2026-11-29T15:00:00Z")).toEqual(nextOne);
  });
});

describe("a stay among taken nights", () => {
  const taken = new Set(["2026-12-09", "2026-12-10", "2026-12-13", "2026-12-14"]);

  test("may begin on a check-out day and end on a check-in day of others", () => {
    expect(isFree({ checkIn: "2026-12-11", checkOut: "2026-12-13" }, taken)).toBe(true);
  });

  test.each([
    ["2026-12-10", "2026-12-12"],
    ["2026-12-12", "2026-12-14"],
    ["2026-12-08", "2026-12-16"],
  ])("is not free from %s to %s", (checkIn, checkOut) => {
    expect(isFree({ checkIn, checkOut }, taken)).toBe(false);
  });

  test("ends on the first taken day after check-in, or at the maximum length", () => {
    expect(latestCheckOut("2026-12-11", taken)).toBe("2026-12-13");
    expect(latestCheckOut("2026-12-15", taken)).toBe("2027-02-13");
    expect(latestCheckOut("2026-12-01", new Set(["2027-01-29"]))).toBe("2027-01-29");
    expect(latestCheckOut("2026-12-01", new Set(["2027-01-30"]))).toBe("2027-01-30");
    expect(latestCheckOut("2026-12-01", new Set(["2027-01-31"]))).toBe("2027-01-30");
  });
});

describe("nearbyStays", () => {
  test("keeps the length, nearest first", () => {
    const found = [...nearbyStays(weekend, day, 2)].map(({ checkIn, checkOut }) => [
      checkIn,
      checkOut,
    ]);
    expect(found).toEqual([
      ["2026-12-12", "2026-12-14"],
      ["2026-12-10", "2026-12-12"],
      ["2026-12-13", "2026-12-15"],
      ["2026-12-09", "2026-12-11"],
    ]);
  });

  test("offers nothing that begins in the past", () => {
    const tomorrow = { checkIn: "2026-11-22", checkOut: "2026-11-23" };
    const found = [...nearbyStays(tomorrow, day, 3)].map(({ checkIn }) => checkIn);
    expect(found).toEqual(["2026-11-23", "2026-11-21", "2026-11-24", "2026-11-25"]);
  });
});

test.each([
  ["2026-12-11", "2026-12-13", "11 a 13/12"],
  ["2026-12-28", "2027-01-02", "28/12 a 02/01"],
  ["2027-11-20", "2027-11-21", "20 a 21/11"],
  ["2027-11-21", "2027-11-22", "21 a 22/11/2027"],
  ["2027-12-28", "2028-01-02", "28/12/2027 a 02/01/2028"],
  ["2027-12-11", "2028-12-13", "11/12/2027 a 13/12/2028"],
])("a stay from %s to %s is written %s", (checkIn, checkOut, text) => {
  expect(formatStay({ checkIn, checkOut }, day)).toBe(text);
});

test("a stay can name its weekdays", () => {
  const natal = { checkIn: "2026-12-23", checkOut: "2026-12-27" };
  expect(formatStayWithWeekdays(natal, day)).toBe("qua 23 a dom 27/12");
});

test("a message names the whole dates, the nights and the people", () => {
  expect(formatStayInFull(weekend)).toBe("11/12/2026 a 13/12/2026 (2 noites)");
  const night = { checkIn: "2026-12-31", checkOut: "2027-01-01" };
  expect(formatStayInFull(night)).toBe("31/12/2026 a 01/01/2027 (1 noite)");
  expect([1, 2].map(formatNights)).toEqual(["1 noite", "2 noites"]);
  expect([1, 6].map(formatPeople)).toEqual(["1 pessoa", "6 pessoas"]);
});
