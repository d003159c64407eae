import { describe, expect, test } from "vitest";
import { pageAddress } from "../../platform/ui/shell/page-address.ts";
import {
  type Filters,
  isSearch,
  noFilters,
  type ParsedSearch,
  priceDigits,
  readSearch,
  writeFilters,
} from "./filters.ts";

const day = "2026-11-21";
const weekend = { checkIn: "2026-12-11", checkOut: "2026-12-13" };

function read(query: string): ParsedSearch {
  return readSearch(new URLSearchParams(query), day);
}

test.each<[query: string, filters: Partial<Filters>]>([
  ["", { q: null, localizacao: null }],
  ["q=500&localizacao=Turvo", { q: 500, localizacao: "Turvo" }],
  ["q=R%24+1.350&localizacao=+", { q: 1350, localizacao: null }],
  ["q=1234567", { q: 12345, localizacao: null }],
  ["q=0", { q: 0, localizacao: null }],
  ["localizacao=Guap%C3%A9", { localizacao: "Guapé" }],
  ["localizacao=capitolio", { localizacao: "Capitólio" }],
  ["localizacao=SAO+JOAO++BATISTA+do+Gloria", { localizacao: "São João Batista do Glória" }],
  ["localizacao=Copacabana", { localizacao: "Copacabana" }],
  ["pets=1&q=300", { q: 300, pets: true }],
  ["entrada=2026-12-11&saida=2026-12-13", { stay: weekend }],
  ["entrada=&saida=&pessoas=&pets=&ordem=", {}],
  ["pessoas=+08+", { pessoas: 8 }],
  ["pessoas=999", { pessoas: 999 }],
  ["lazer=Sauna&lazer=Piscina&lazer=Sauna&lazer=", { lazer: ["Piscina", "Sauna"] }],
  ["ordem=preco", { ordem: "preco" }],
])("%s", (query, filters) => {
  expect(read(query)).toEqual({ filters: { ...noFilters, ...filters }, problems: {} });
});

describe("invalid values are explained and ignored", () => {
  test.each<[query: string, ...controls: (keyof ParsedSearch["problems"])[]]>([
    // read-stay.test.ts has the other dates that are refused.
    ["entrada=2026-02-30&saida=2026-13-01", "entrada", "saida"],
    ["entrada=2028-11-29&saida=2028-12-01", "saida"],
    ["pessoas=0", "pessoas"],
    ["pessoas=1000", "pessoas"],
    ["pessoas=1e2", "pessoas"],
    ["lazer=Heliponto", "lazer"],
    ["pets=sim", "pets"],
    ["ordem=toString", "ordem"],
  ])("%s", (query, ...controls) => {
    const { filters, problems } = read(query);
    expect(Object.keys(problems)).toEqual(controls);
    expect(filters).toEqual(noFilters);
    expect(isSearch(filters)).toBe(false);
  });

  test("while valid values still filter", () => {
    const { filters, problems } = read(
      "localizacao=Turvo&entrada=2026-12-13&saida=2026-12-11&lazer=Heliponto&lazer=Sauna",
    );
    expect(filters).toEqual({ ...noFilters, localizacao: "Turvo", lazer: ["Sauna"] });
    expect(problems).toEqual({
      saida: "A saída precisa ser depois da entrada.",
      lazer: "Não conhecemos uma das comodidades pedidas. Escolha entre estas.",
    });
  });
});

test("a stay may end by the last day of the month two years ahead", () => {
  expect(read("entrada=2028-11-29&saida=2028-11-30")).toMatchObject({ problems: {} });
});

test.each([
  ["R$ 1.350", "1350"],
  ["500.00", "500"],
  ["1.200,50", "1200"],
  ["12.500.000", "12500"],
  ["123456", "12345"],
  ["-5e3", "53"],
  [",50", ""],
])("the price %s keeps its whole reais, at most five digits: %s", (text, digits) => {
  expect(priceDigits(text)).toBe(digits);
});

test("a search with any filter is not empty, even with a price of 0", () => {
  expect(isSearch(noFilters)).toBe(false);
  expect(isSearch({ ...noFilters, q: 0 })).toBe(true);
  expect(isSearch({ ...noFilters, localizacao: "Turvo" })).toBe(true);
  expect(isSearch({ ...noFilters, pets: true })).toBe(true);
  expect(isSearch({ ...noFilters, stay: weekend })).toBe(true);
  expect(isSearch({ ...noFilters, ordem: "preco" })).toBe(true);
});

test("a total is read with dates alone, which it asks for", () => {
  const dates = "entrada=2026-12-11&saida=2026-12-13";
  expect(read(`${dates}&total=R$ 3.000,00`).filters).toMatchObject({ total: 3000, q: null });
  const { filters, problems } = read("total=3000");
  expect(filters.total).toBeNull();
  expect(problems.total).toBe("Escolha também as datas, porque o total depende delas.");
  // A date that is refused explains itself.
  expect(read("total=3000&entrada=2026-12-11").problems).toEqual({
    saida: "Escolha também a data de saída.",
  });
});

test("a search has one canonical URL, which parses to the same search", () => {
  const filters: Filters = {
    ...noFilters,
    q: 0,
    semPreco: true,
    localizacao: "Guapé",
    stay: weekend,
    total: 3000,
    pessoas: 8,
    quartos: 3,
    lazer: ["Piscina", "Sauna"],
    pets: true,
    acessivel: true,
    ordem: "preco",
  };
  const address = pageAddress("/search", writeFilters(filters));
  expect(address).toBe(
    "/search?q=0&total=3000&semPreco=1&localizacao=Guap%C3%A9&entrada=2026-12-11&saida=2026-12-13&pessoas=8&quartos=3&lazer=Piscina&lazer=Sauna&pets=1&acessivel=1&ordem=preco",
  );
  expect(read(address.slice("/search?".length))).toEqual({ filters, problems: {} });
  expect(pageAddress("/search", writeFilters(noFilters))).toBe("/search");
  const withoutPrice = read("semPreco=1&pets=1").filters;
  expect(pageAddress("/search", writeFilters(withoutPrice))).toBe("/search?pets=1");
});
