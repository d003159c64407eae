import { expect, test } from "vitest";
import {
  daysInText,
  exampleRange,
  mergeDays,
  parseCivilDates,
  textWithDays,
} from "./typed-dates.ts";

test("dates are sorted, without empty entries and duplicates", () => {
  const text = " 12/03/2026,, 11/03/2026 ,\n12/03/2026;, ";
  expect(parseCivilDates(text)).toEqual({ days: ["2026-03-11", "2026-03-12"] });
  expect(parseCivilDates("")).toEqual({ days: [] });
});

const newYear = ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"];

test.each([
  ...["30/12/2026 a 02/01/2027", "30/12/2026 ATÉ 2/1/2027", "30/12/2026 - 02/01/2027"],
  ...["30/12/26 a 02/01/27", "30/12/2026, 31/12/2026 e 1/1/27 e 02/01/2027"],
  ...["de 30/12/2026 a 02/01/2027", "02/01/2027, 30/12/2026 a 01/01/2027, 31/12/2026 a 01/01/2027"],
])("a range includes both its days: %j", (text) => {
  expect(parseCivilDates(text)).toEqual({ days: newYear });
  expect(daysInText(text)).toEqual(newYear);
});

test.each([
  ["31/02/2026", "not-a-date"],
  ["amanhã", "not-a-date"],
  ["24/12/2026 a", "not-a-date"],
  ["24/12/2026 a 25/12/2026 a 26/12/2026", "not-a-date"],
  ["02/01/2027 a 24/12/2026", "reversed"],
  ["01/01/2027 a 01/01/2029", "too-long"],
  ["01/01/2000 a 31/12/2099", "too-long"],
])("%j is refused, as it was written: %s", (text, reason) => {
  expect(parseCivilDates(`01/03/2026, ${text}`)).toEqual({ invalid: [{ text, reason }] });
  expect(daysInText(`01/03/2026, ${text}`)).toEqual(["2026-03-01"]);
});

test("repeated long ranges are not expanded one by one", () => {
  const text = Array(20_000).fill("01/01/2027 a 31/12/2028").join(",");
  const start = performance.now();
  expect(daysInText(text)).toHaveLength(731);
  expect(performance.now() - start).toBeLessThan(5000);
});

test("textWithDays writes days in order and keeps invalid entries", () => {
  expect(textWithDays("11/03/2026,31/02/2026", ["2026-03-12", "2026-03-11"])).toBe(
    "11/03/2026,12/03/2026,31/02/2026",
  );
  expect(textWithDays("", [])).toBe("");
});

test("the example is the coming turn of the year", () => {
  expect(exampleRange("2026-11-22")).toBe("24/12/2026 a 02/01/2027");
  expect(exampleRange("2026-12-24")).toBe("24/12/2026 a 02/01/2027");
  expect(exampleRange("2026-12-25")).toBe("24/12/2027 a 02/01/2028");
});

const [monday, tuesday, wednesday] = ["2030-01-07", "2030-01-08", "2030-01-09"];

test.each<[string, { current: string[]; before: string[]; after: string[]; merged: string[] }]>([
  ["keeps nights marked meanwhile", { current: [monday], before: [], after: [], merged: [monday] }],
  [
    "adds its own to those marked meanwhile",
    { current: [tuesday], before: [], after: [monday], merged: [monday, tuesday] },
  ],
  [
    "frees only what it showed",
    {
      current: [monday, tuesday, wednesday],
      before: [monday],
      after: [],
      merged: [tuesday, wednesday],
    },
  ],
  ["adds no night twice", { current: [monday], before: [], after: [monday], merged: [monday] }],
])("%s", (_, { current, before, after, merged }) => {
  expect(mergeDays(current, before, after)).toEqual(merged);
});
