import { expect, test } from "vitest";
import { type Filters, isSearch, priceDigits, readFilters } from "./filters.ts";

test.each<[query: string, filters: Filters]>([
  ["", { q: null, localizacao: null }],
  ["q=&localizacao=", { q: null, localizacao: null }],
  ["q=500&localizacao=", { q: 500, localizacao: null }],
  ["q=&localizacao=Turvo", { q: null, localizacao: "Turvo" }],
  ["q=500&localizacao=Turvo", { q: 500, localizacao: "Turvo" }],
  ["q=R%24+1.350&localizacao=+", { q: 1350, localizacao: null }],
  ["q=1234567", { q: 12345, localizacao: null }],
  ["q=00120", { q: 120, localizacao: null }],
  ["q=0", { q: 0, localizacao: null }],
  ["q=abc", { q: null, localizacao: null }],
  ["localizacao=Guap%C3%A9", { q: null, localizacao: "Guapé" }],
  ["localizacao=Copacabana", { q: null, localizacao: "Copacabana" }],
])("%s", (query, filters) => {
  expect(readFilters(new URLSearchParams(query))).toEqual(filters);
});

test("a price is typed in digits, five at most", () => {
  expect(priceDigits("R$ 1.350")).toBe("1350");
  expect(priceDigits("123456")).toBe("12345");
  expect(priceDigits("-5e3")).toBe("53");
});

test("a search asks for something, be it 0", () => {
  expect(isSearch({ q: null, localizacao: null })).toBe(false);
  expect(isSearch({ q: 0, localizacao: null })).toBe(true);
  expect(isSearch({ q: null, localizacao: "Turvo" })).toBe(true);
});
