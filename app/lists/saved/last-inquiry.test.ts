import { expect, test } from "vitest";
import { findInquiry } from "./last-inquiry.ts";

const day = "2026-11-21";
const search = "https://mardeminas.example/search";
const weekend = `${search}?entrada=2026-12-11&saida=2026-12-13`;
const stay = { entrada: "2026-12-11", saida: "2026-12-13" };

test.each([
  [
    "the newest address with dates",
    [weekend, `${search}?entrada=2026-12-01&saida=2026-12-04`],
    stay,
  ],
  [
    "their people",
    [`${search}?localizacao=Turvo`, `${weekend}&pessoas=6`],
    { ...stay, pessoas: "6" },
  ],
  ["no impossible number of people", [`${weekend}&pessoas=0`], stay],
  ["no dates that have passed", [`${search}?entrada=2026-11-11&saida=2026-11-13`, weekend], stay],
  ["nothing without dates", [search, `${search}?entrada=2026-12-11`], {}],
])("a new list is offered %s", (_, addresses, inquiry) => {
  expect(findInquiry(addresses, day)).toEqual(inquiry);
});
