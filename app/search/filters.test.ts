import { expect, test } from "vitest";
import {
  type Filters,
  isSearch,
  noFilters,
  priceDigits,
  readFilters,
  writeFilters,
} from "./filters.ts";

test.each<[query: string, filters: Partial<Filters>]>([
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
  ["pets=1&q=300", { q: 300, pets: true }],
  ["pets=sim", { pets: false }],
  ["localizacao=Guap%C3%A9", { q: null, localizacao: "Guapé" }],
  ["localizacao=Copacabana", { q: null, localizacao: "Copacabana" }],
])("%s", (query, filters) => {
  expect(readFilters(new URLSearchParams(query))).toEqual({ ...noFilters, ...filters });
});

test("a price is typed in digits, five at most", () => {
  expect(priceDigits("R$ 1.350")).toBe("1350");
  expect(priceDigits("123456")).toBe("12345");
  expect(priceDigits("-5e3")).toBe("53");
});

test("a search asks for something, be it 0", () => {
  expect(isSearch(noFilters)).toBe(false);
  expect(isSearch({ ...noFilters, q: 0 })).toBe(true);
  expect(isSearch({ ...noFilters, localizacao: "Turvo" })).toBe(true);
  expect(isSearch({ ...noFilters, pets: true })).toBe(true);
});

test("a search is written to its address as it was read", () => {
  const filters: Filters = { q: 0, localizacao: "Guapé", pets: true };
  expect(writeFilters(filters)).toEqual({ q: "0", localizacao: "Guapé", pets: "1" });
  expect(writeFilters(noFilters)).toEqual({});
  expect(readFilters(new URLSearchParams(writeFilters(filters)))).toEqual(filters);
});
