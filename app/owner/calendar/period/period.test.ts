import { expect, test } from "vitest";
import { nightsOfPeriod, periodOf, readPeriod, tapDay } from "./period.ts";

const today = "2026-11-26";

function read(fields: Record<string, string>) {
  const formData = new FormData();
  const given = { periodoDe: "2026-12-01", periodoAte: "2026-12-31", estado: "ocupado", ...fields };
  for (const [name, value] of Object.entries(given)) formData.set(name, value);
  return readPeriod(formData, today);
}

test("a period has all its nights, both ends included", () => {
  expect(read({ periodoAte: "2026-12-03" })).toEqual({
    ok: true,
    nights: ["2026-12-01", "2026-12-02", "2026-12-03"],
    marks: true,
  });
  expect(read({ periodoDe: "31/12/2026", estado: "livre" })).toEqual({
    ok: true,
    nights: ["2026-12-31"],
    marks: false,
  });
});

test.each([
  ["no first night", { periodoDe: "" }, "periodoDe"],
  ["a day that doesn't exist", { periodoAte: "2026-02-30" }, "periodoAte"],
  ["a past night", { periodoDe: "2026-11-25" }, "periodoDe"],
  ["ends in the wrong order", { periodoAte: "2026-11-30" }, "periodoAte"],
  ["a night after 24 months", { periodoAte: "2028-11-26" }, "periodoAte"],
  ["neither taken nor free", { estado: "" }, "estado"],
])("refuses %s", (_, fields, field) => {
  const result = read(fields as Record<string, string>);
  expect(result.ok ? null : Object.keys(result.errors)).toEqual([field]);
});

test("two taps choose a period in either direction, and a third begins another", () => {
  const first = tapDay({ de: "", ate: "" }, "2026-12-10");
  expect(first).toEqual({ de: "2026-12-10", ate: "" });
  const second = tapDay(first, "2026-12-05");
  expect(second).toEqual({ de: "2026-12-05", ate: "2026-12-10" });
  expect(tapDay(second, "2026-12-20")).toEqual({ de: "2026-12-20", ate: "" });
});

test("an address chooses a period, and one that is none chooses nothing", () => {
  const of = (query: string) => periodOf(new URLSearchParams(query));
  expect(of("de=2026-12-11&ate=2026-12-12")).toEqual({ de: "2026-12-11", ate: "2026-12-12" });
  expect(of("de=2026-12-11&ate=2026-12-01")).toEqual({ de: "2026-12-11", ate: "2026-12-11" });
  expect(of("de=amanhã")).toEqual({ de: "", ate: "" });
});

test.each([
  ["%zz", "2027-04-20", []],
  ["2026-12-30", "não sei", []],
  ["2026-12-31", "2026-12-30", []],
  ["2026-12-30", "", ["2026-12-30"]],
  ["2026-12-30", "2027-01-01", ["2026-12-30", "2026-12-31", "2027-01-01"]],
])("the nights from '%s' to '%s', as typed, are those that can be shown", (de, ate, nights) => {
  expect(nightsOfPeriod({ de, ate }, "2026-12-01")).toEqual(nights);
});
