import { expect, test } from "vitest";
import { type AskedSearch, readAsked, writeAsked } from "../../listings/asked/asked-search.ts";
import { type FilterFlagName, filterFlags } from "../../listings/fields.ts";
import type { Season } from "../../prices/seasons.ts";
import { type AskedOften, sumMissed } from "./demand.ts";
import { type AdvisedHouse, describeMissed, pickAdvice } from "./demand-words.ts";
import type { DemandedHouse } from "./misses.ts";

const flags = Object.fromEntries(filterFlags.map(({ name }) => [name, false])) as Record<
  FilterFlagName,
  boolean
>;

/** Eight guests, three bedrooms, a pool, R$ 500 a night; free. */
function house(overrides: Partial<DemandedHouse> = {}): DemandedHouse {
  return {
    ...flags,
    localizacao: "Guapé",
    lazer: ["Piscina"],
    quantidadeMaximaPessoas: 8,
    QuantidadeTotalQuartos: 3,
    valorDiaria: "500",
    seasons: [],
    taken: new Set(),
    ...overrides,
  };
}

function season(de: string, ate: string, valorDiaria: string | null): Season {
  return {
    id: de,
    temporada: "Alta",
    de,
    ate,
    valorDiaria,
    valorFds: "2000",
    minimoNoites: null,
    pacote: null,
    createdAt: new Date(0),
  };
}

const nothing: AskedSearch = {
  localizacao: null,
  month: null,
  holiday: null,
  pessoas: null,
  quartos: null,
  q: null,
  total: null,
  semPreco: false,
  amenities: [],
};

function searched(n: number, asked: Partial<AskedSearch>): AskedOften {
  const { localizacao = null, ...rest } = asked;
  const text = writeAsked({ ...nothing, ...rest });
  return { localizacao: localizacao ?? "", asked: text, n, stale: n };
}

const reveillon = { month: "2026-12", holiday: "Réveillon" };

function wordsOf(searches: AskedOften[], overrides: Partial<DemandedHouse> = {}): string[] {
  const own = house(overrides);
  return sumMissed(own, searches).missed.map((one) => describeMissed(one, own));
}

test("what a search asks for survives being written", () => {
  const asked: AskedSearch = {
    ...nothing,
    ...reveillon,
    localizacao: "São João Batista do Glória",
    pessoas: 8,
    q: 0,
    total: "weekend",
    amenities: ["Sala de jogos", "aceitaPets"],
  };
  expect(readAsked(writeAsked(asked))).toEqual(asked);
});

test("searches that lacked one thing name it, the most frequent first", () => {
  const amenities = ["Piscina", "aceitaPets"] as const;
  expect(
    wordsOf([
      searched(7, { pessoas: 12 }),
      searched(40, { localizacao: "Guapé", amenities }),
      searched(7, { localizacao: "Guapé", amenities: ["aceitaPets"] }),
      searched(6, { quartos: 5 }),
      searched(9, { q: 450 }),
      searched(5, { amenities: ["Sauna"] }),
      searched(8, { amenities: ["beiraDAgua"] }),
    ]),
  ).toEqual([
    "47 buscas pediam pets e a sua casa não apareceu.",
    "9 buscas tinham um preço máximo menor que a sua diária e a sua casa não apareceu.",
    "8 buscas pediam beira d’água e a sua casa não apareceu.",
    "7 buscas pediam lugar para mais de 8 pessoas e a sua casa não apareceu.",
    "6 buscas pediam mais de 3 quartos e a sua casa não apareceu.",
    "5 buscas pediam sauna e a sua casa não apareceu.",
  ]);
});

test("searches elsewhere, those that lacked two things, matched or came seldom say nothing", () => {
  expect(
    wordsOf([
      searched(50, { localizacao: "Turvo", amenities: ["aceitaPets"] }),
      searched(50, { amenities: ["aceitaPets", "wifi"] }),
      searched(50, { pessoas: 8, quartos: 3, amenities: ["Piscina"], q: 500 }),
      searched(4, { amenities: ["wifi"] }),
      { localizacao: "", asked: "", n: 50, stale: 50 },
    ]),
  ).toEqual([]);
});

test("a missing price is told by its holiday, unless the house was taken or the price was welcome", () => {
  const unpriced = { valorDiaria: null };
  const withoutRates = { ...season("2026-12-30", "2027-01-01", null), valorFds: null };
  const asked = { ...reveillon, q: 1000 };
  expect(wordsOf([searched(40, asked)], unpriced)).toEqual([
    "40 buscaram o Réveillon e a casa não apareceu: falta o preço.",
  ]);
  expect(wordsOf([searched(40, { q: 1000 })], unpriced)).toEqual([
    "40 buscas tinham preço máximo e a sua casa não apareceu: falta o preço da noite.",
  ]);
  expect(wordsOf([searched(40, { ...asked, q: null, total: "nights" })], unpriced)).toHaveLength(1);
  for (const [search, own] of [
    [{ ...asked, semPreco: true }, unpriced],
    [{ ...asked, q: null, total: "weekend" }, unpriced],
    [reveillon, unpriced],
    [asked, { ...unpriced, taken: new Set(["2026-12-30"]) }],
    [asked, { ...unpriced, seasons: [season("2026-12-30", "2027-01-01", "900")] }],
    [asked, { ...unpriced, seasons: [withoutRates] }],
  ] as const) {
    expect(wordsOf([searched(40, search)], own), JSON.stringify(search)).toEqual([]);
  }
});

test("a season's price counts where it holds for every night that the search may have been about", () => {
  const high = (de: string, ate: string) => ({ seasons: [season(de, ate, "1500")] });
  const asked = searched(40, { ...reveillon, q: 800 });
  expect(wordsOf([asked], high("2026-12-28", "2027-01-02"))).toHaveLength(1);
  expect(wordsOf([asked], high("2026-12-29", "2027-01-02"))).toEqual([]);
  const month = searched(40, { month: "2027-01", q: 800 });
  expect(wordsOf([month], high("2026-12-01", "2027-02-01"))).toHaveLength(1);
  expect(wordsOf([month], high("2026-12-01", "2027-01-31"))).toEqual([]);
});

const advised: AdvisedHouse = {
  quantidadeMaximaPessoas: 8,
  QuantidadeTotalQuartos: 3,
  photoCount: 8,
  calendarAge: 3,
  views: 30,
};

function adviceOn(searches: AskedOften[], facts: Partial<AdvisedHouse> = {}, appeared = 0) {
  return pickAdvice({ appeared, ...sumMissed(house(), searches) }, { ...advised, ...facts });
}

test("the advice is for the most lost searches that an owner can win", () => {
  expect(
    adviceOn([
      searched(90, { pessoas: 12 }),
      searched(47, { amenities: ["aceitaPets"] }),
      searched(20, { amenities: ["wifi"] }),
    ]),
  ).toEqual({
    n: 47,
    reason: "47 buscas pediam pets e a sua casa não apareceu.",
    step: "Se a casa aceita pets, marque no anúncio.",
    where: "edit",
  });
  expect(adviceOn([searched(4, { amenities: ["wifi"] })])).toBeNull();
  expect(adviceOn([searched(90, { pessoas: 12 })])).toBeNull();
});

test("an unconfirmed calendar is told with the searches by dates that the house matched since", () => {
  const dated = { ...searched(80, { month: "2026-12", pessoas: 6 }), stale: 52 };
  const other = searched(20, { amenities: ["wifi"] });
  expect(adviceOn([dated, other], { calendarAge: 43 })).toMatchObject({
    reason:
      "52 buscas com datas pediam uma casa como a sua, mas o calendário está sem confirmação há 43 dias: ela fica no fim, em “a confirmar”.",
    where: "calendar",
  });
  expect(adviceOn([{ ...dated, stale: 0 }, other])?.reason).toContain("Wi-Fi");
  // A price rounded up may have left the house out.
  expect(adviceOn([{ ...dated, ...searched(80, { month: "2026-12", q: 500 }) }])).toBeNull();
});

test("photos are advised if the house was shown often and hardly opened, and nothing else explains it", () => {
  const few = { photoCount: 2, views: 1 };
  expect(adviceOn([], few, 120)).toMatchObject({
    reason: "A casa apareceu em 120 buscas e o anúncio foi aberto só 1 vez: tem só 2 fotos.",
  });
  expect(adviceOn([], { photoCount: 0, views: 0 }, 120)?.reason).toBe(
    "A casa apareceu em 120 buscas e ninguém abriu o anúncio: faltam fotos.",
  );
  expect(adviceOn([], few, 39)).toBeNull();
  expect(adviceOn([], { ...few, views: 6 }, 120)).toBeNull();
  expect(adviceOn([], { ...few, photoCount: 5 }, 120)).toBeNull();
  expect(adviceOn([searched(5, { amenities: ["wifi"] })], few, 120)?.reason).toContain("Wi-Fi");
});
