import Holidays from "date-holidays";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  listHolidayDates,
  listHolidayDays,
  listHolidays,
  listOfferedHolidays,
  nextWorkday,
} from "./holidays.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

function noon(date: string): Date {
  return new Date(`${date}T15:00:00Z`);
}

function written(stays: { name: string; checkIn: string; checkOut: string }[]): string[] {
  return stays.map(({ name, checkIn, checkOut }) => `${checkIn} ${checkOut} ${name}`);
}

// Checked by hand against a printed calendar. Easter: 5 April 2026, 28 March 2027, 16 April 2028.
test("the stays of 2026, Réveillon of 2025 left out", () => {
  expect(written(listHolidays(noon("2026-01-03"), 12))).toEqual([
    "2026-02-13 2026-02-18 Carnaval", // Tuesday 17
    "2026-04-02 2026-04-05 Semana Santa", // Friday 3
    "2026-04-17 2026-04-21 Tiradentes", // Tuesday 21, bridged by Monday
    "2026-04-30 2026-05-03 Dia do Trabalho", // Friday 1
    "2026-06-03 2026-06-07 Corpus Christi", // Thursday 4, bridged by Friday
    "2026-09-04 2026-09-07 Independência", // Monday 7
    "2026-10-09 2026-10-12 Nossa Senhora Aparecida", // Monday 12
    "2026-10-30 2026-11-02 Finados", // Monday 2
    // Proclamação da República is a Sunday.
    "2026-11-19 2026-11-22 Consciência Negra", // Friday 20
    "2026-12-23 2026-12-27 Natal",
    "2026-12-28 2027-01-02 Réveillon",
  ]);
});

test("the next eighteen months include holidays on their first and last day", () => {
  const found = written(listHolidays(noon("2026-11-21"), 18));
  expect(found[0]).toBe("2026-12-23 2026-12-27 Natal");
  expect(found.at(-1)).toBe("2028-04-28 2028-05-01 Dia do Trabalho");
  expect(written(listHolidays(noon("2026-12-23"), 0))).toEqual(["2026-12-23 2026-12-27 Natal"]);
});

describe.each(["UTC", "America/Sao_Paulo", "Pacific/Auckland"])("in the process zone %s", (TZ) => {
  test("a holiday is offered until noon of its check-in day in the region", () => {
    vi.stubEnv("TZ", TZ);
    const offered = (now: string) => written(listOfferedHolidays(new Date(now)));
    const others = ["2026-12-28 2027-01-02 Réveillon", "2027-02-05 2027-02-10 Carnaval"];
    const natal = "2026-12-23 2026-12-27 Natal";
    expect(offered("2026-11-21T12:00:00Z")).toEqual([natal, ...others]);
    expect(offered("2026-12-23T14:59:59Z")).toEqual([natal, ...others]);
    const nextNatal = "2027-12-23 2027-12-27 Natal";
    expect(offered("2026-12-23T15:00:00Z")).toEqual([...others, nextNatal]);
  });

  test("the next holiday is offered beside Natal, Réveillon and Carnaval", () => {
    vi.stubEnv("TZ", TZ);
    expect(written(listOfferedHolidays(new Date("2026-05-10T12:00:00Z")))).toEqual([
      "2026-06-03 2026-06-07 Corpus Christi",
      "2026-12-23 2026-12-27 Natal",
      "2026-12-28 2027-01-02 Réveillon",
      "2027-02-05 2027-02-10 Carnaval",
    ]);
  });
});

test("every date agrees with date-holidays", () => {
  const minasGerais = new Holidays("BR", "MG");
  for (let year = 2026; year <= 2075; year++) {
    const known = minasGerais.getHolidays(year).map(({ date }) => date.slice(0, 10));
    const ours = listHolidayDates(year).map(([, date]) => date);
    expect(ours).toHaveLength(12);
    expect(known).toEqual(expect.arrayContaining(ours));
  }
});

test("a calendar gets each holiday once, with its dates from today on", () => {
  const days = listHolidayDays("2026-12-25");
  expect(days[0]).toEqual(["Natal", "2026-12-25", "2027-12-25", "2028-12-25"]);
  expect(days).toContainEqual(["Carnaval", "2027-02-09", "2028-02-29"]);
  const names = days.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  ["2026-11-27", "2026-11-30", "Monday after a Friday"],
  ["2026-11-28", "2026-11-30", "Monday after a Saturday"],
  ["2026-12-31", "2027-01-04", "Monday after Ano Novo, in the next year"],
  ["2026-04-02", "2026-04-06", "Monday after Good Friday"],
  ["2027-02-08", "2027-02-10", "Ash Wednesday after the Monday of Carnaval"],
])("after %s comes %s, %s", (day, next) => {
  expect(nextWorkday(day)).toBe(next);
});
