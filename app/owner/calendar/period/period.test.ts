import { expect, test } from "vitest";
import { readPeriod } from "./period.ts";

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
