import { expect, test } from "vitest";
import { sumVisits } from "../../../visits/visit-numbers.ts";
import { weeksOf } from "./weeks.ts";

test("30 days are four weeks and two days, named by their first and last day", () => {
  const counts = [
    { day: "2026-10-23", kind: "visita", n: 5 },
    { day: "2026-10-29", kind: "visita", n: 2 },
    { day: "2026-11-05", kind: "whatsapp", n: 1 },
    { day: "2026-11-20", kind: "telefone", n: 1 },
    { day: "2026-11-21", kind: "visita", n: 4 },
  ];
  const today = "2026-11-21";
  expect(weeksOf(sumVisits(counts, today), today)).toEqual([
    { name: "23 a 29/10", views: 7, whatsapp: 0, phone: 0 },
    { name: "30/10 a 5/11", views: 0, whatsapp: 1, phone: 0 },
    { name: "6 a 12/11", views: 0, whatsapp: 0, phone: 0 },
    { name: "13 a 19/11", views: 0, whatsapp: 0, phone: 0 },
    { name: "20 e 21/11", views: 4, whatsapp: 0, phone: 1 },
  ]);
});

test("a pair of days across a month's end names both months", () => {
  const today = "2026-12-01";
  expect(weeksOf(sumVisits([], today), today).at(-1)?.name).toBe("30/11 e 1/12");
});
