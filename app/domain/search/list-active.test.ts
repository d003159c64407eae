import { expect, test } from "vitest";
import { pageAddress } from "../../platform/ui/shell/page-address.ts";
import { readSearch, writeFilters } from "./filters.ts";
import { listActive } from "./list-active.ts";

test("every active filter is named, and leads to the search without it", () => {
  const day = "2026-11-21";
  const all =
    "q=500&localizacao=Turvo&entrada=2026-12-11&saida=2026-12-13&pessoas=8&lazer=Piscina&lazer=Sauna&pets=1&ordem=preco";
  const { filters } = readSearch(new URLSearchParams(all), day);
  const without = (part: string) => `/search?${`${all}&`.replace(`${part}&`, "").slice(0, -1)}`;
  const active = listActive(filters, day);
  expect(
    active.map(({ label, rest }) => [label, pageAddress("/search", writeFilters(rest))]),
  ).toEqual([
    ["Turvo", without("localizacao=Turvo")],
    ["11 a 13/12", without("entrada=2026-12-11&saida=2026-12-13")],
    ["8 pessoas", without("pessoas=8")],
    ["Diaria Valor até R$\u00a0500", without("q=500")],
    ["Piscina", without("lazer=Piscina")],
    ["Sauna", without("lazer=Sauna")],
    ["Aceita pets", without("pets=1")],
    ["Menor preço", without("ordem=preco")],
  ]);
});
