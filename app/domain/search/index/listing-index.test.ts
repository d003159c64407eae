import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dayNumberOf } from "../../calendar/civil-date.ts";
import { isFree, nightsOf, type Stay } from "../../calendar/stays.ts";
import { type FilterFlagName, filterFlags, leisureOptions } from "../../listings/fields.ts";
import type { Inquiry } from "../../listings/inquiry.ts";
import type { ListOrder } from "../../listings/list-cursor.ts";
import { estimateStay, figureOf } from "../../prices/estimate.ts";
import {
  contains,
  findSeason,
  findWholePackages,
  nameSeasons,
  packageNightly,
  type Rates,
  readPrice,
  spanOf,
  type Terms,
} from "../../prices/seasons.ts";
import { locationOptions } from "../../region/locations.ts";
import { flagsOf, noFilters } from "../filters.ts";
import type { IndexedListing } from "./indexed-listing.ts";
import { ListingIndex, type Wanted } from "./listing-index.ts";

const anything: Wanted = noFilters;
const day = "2026-12-19";
const newest = { order: "novos", after: null, day } as const;

function listing(id: string, more: Partial<IndexedListing> = {}): IndexedListing {
  return {
    id,
    createdAt: 1,
    localizacao: "Turvo",
    lazer: [],
    ...flagsAmong([]),
    quantidadeMaximaPessoas: null,
    QuantidadeTotalQuartos: null,
    terms: termsOf({ valorFds: "1000", valorDiaria: "400" }),
    seasons: [],
    confirmedOn: "2026-11-18",
    taken: [],
    ...more,
  };
}

function termsOf(rates: Rates): Terms {
  return { ...rates, minimoNoites: null, fdsInteiro: false };
}

function flagsAmong(names: readonly FilterFlagName[]): Record<FilterFlagName, boolean> {
  const values = filterFlags.map(({ name }) => [name, names.includes(name)]);
  return Object.fromEntries(values) as Record<FilterFlagName, boolean>;
}

const firstDay = "2026-12-20";
const nights = fc.nat(20).map((days) => addDays(firstDay, days));
const price = fc.option(fc.constantFrom("0", "200", "300.50", "400", "900"));
const season = fc
  .record({
    id: fc.uuid(),
    from: fc.nat(20),
    nights: fc.integer({ min: 1, max: 9 }),
    price,
    fds: price,
    pacote: fc.option(fc.constantFrom("0", "700", "1500.50")),
    minimoNoites: fc.option(fc.integer({ min: 1, max: 5 })),
  })
  .map(({ id, from, nights: length, price: valorDiaria, fds: valorFds, ...others }) => ({
    id,
    temporada: "Réveillon",
    de: addDays(firstDay, from),
    ate: addDays(firstDay, from + length),
    ...(others.pacote ? { valorFds: null, valorDiaria: null } : { valorFds, valorDiaria }),
    ...others,
    createdAt: new Date(from),
  }));
const flagNames = filterFlags.map(({ name }) => name);
const ordinary = fc.record({
  id: fc.nat(70).map((n) => `id-${String(n).padStart(2, "0")}`),
  createdAt: fc.nat(9),
  localizacao: fc.constantFrom(...locationOptions.slice(0, 2), "Turvo", "Atlântida"),
  lazer: fc.subarray([...leisureOptions]),
  quantidadeMaximaPessoas: fc.option(fc.nat(9)),
  QuantidadeTotalQuartos: fc.option(fc.nat(5)),
  terms: fc.record({
    valorFds: fc.constantFrom("900", "500", "1000.50"),
    valorDiaria: price,
    minimoNoites: fc.option(fc.nat(5)),
    fdsInteiro: fc.boolean(),
  }),
  seasons: fc.array(season, { maxLength: 3 }),
  confirmedOn: fc.constantFrom("2026-10-01", "2026-11-18", "2026-11-19", "2026-11-20", day),
  taken: fc.uniqueArray(nights, { maxLength: 8 }),
});
const listings: fc.Arbitrary<IndexedListing> = fc
  .tuple(ordinary, fc.subarray(flagNames, { minLength: 4 }))
  .map(([values, names]) => ({ ...values, ...flagsAmong(names) }));
/** It ends with a Friday night, which the rule about whole weekends lets pass. */
const reveillon = { checkIn: "2026-12-28", checkOut: "2027-01-02" };
const stays = fc
  .tuple(nights, fc.integer({ min: 1, max: 5 }))
  .map(([checkIn, length]) => ({ checkIn, checkOut: addDays(checkIn, length) }));
const filters = fc.record({
  stay: fc.option(
    fc.oneof(
      { weight: 6, arbitrary: stays },
      { weight: 1, arbitrary: fc.constant<Stay>(reveillon) },
    ),
  ),
  localizacao: fc.option(fc.constantFrom(...locationOptions.slice(0, 3), "Atlântida")),
  q: fc.option(fc.constantFrom(0, 199, 300, 301, 400)),
  total: fc.option(fc.constantFrom(0, 400, 900, 1500)),
  semPreco: fc.boolean(),
  pessoas: fc.option(fc.nat(9)),
  quartos: fc.option(fc.nat(5)),
  lazer: fc.subarray([...leisureOptions], { maxLength: 2 }),
});
const wanted: fc.Arbitrary<Wanted> = fc
  .tuple(filters, fc.subarray(filterFlags, { maxLength: 2 }))
  .map(([{ total, ...values }, flags]) => ({
    ...noFilters,
    ...values,
    total: values.stay && total,
    ...Object.fromEntries(flags.map(({ parameter }) => [parameter, true])),
  }));

/** Thirty days after its last confirmation a calendar is old. */
const isOld = ({ confirmedOn }: IndexedListing) => confirmedOn <= "2026-11-19";

/** Finds listings by filtering and sorting all of them. */
function expected(all: IndexedListing[], asked: Wanted, order: ListOrder): string[] {
  const figure = (stay: Stay, { terms, seasons }: IndexedListing) =>
    figureOf(estimateStay(stay, terms, seasons));
  const cents = (one: IndexedListing) =>
    (asked.stay ? figure(asked.stay, one) : readPrice(one.terms.valorDiaria)) ||
    Number.MAX_SAFE_INTEGER;
  const isKnown = locationOptions.some((name) => name === asked.localizacao);
  return all
    .filter(
      (one) => asked.localizacao === null || (isKnown && one.localizacao === asked.localizacao),
    )
    .filter((one) => asked.lazer.every((name) => one.lazer.includes(name)))
    .filter((one) => flagsOf(asked).every(({ name }) => one[name]))
    .filter((one) => (one.quantidadeMaximaPessoas ?? 0) >= (asked.pessoas ?? 0))
    .filter((one) => (one.QuantidadeTotalQuartos ?? 0) >= (asked.quartos ?? 0))
    .filter(({ terms, seasons }) => {
      if (asked.q === null) return true;
      const most = asked.q * 100;
      const nights = asked.stay ? nightsOf(asked.stay) : [""];
      const whole = asked.stay ? findWholePackages(spanOf(asked.stay), nameSeasons(seasons)) : [];
      const prices = nights.map((night) => {
        const [taken] = whole.filter((one) => contains(one, dayNumberOf(night)));
        if (taken) return packageNightly(taken);
        return readPrice((findSeason(night, seasons) ?? terms).valorDiaria) ?? 0;
      });
      return prices.includes(0) ? asked.semPreco : prices.every((price) => price <= most);
    })
    .filter((one) => {
      if (!asked.stay || asked.total === null) return true;
      const total = figure(asked.stay, one);
      return total ? total <= asked.total * 100 : asked.semPreco;
    })
    .filter((one) => asked.stay === null || isFree(asked.stay, new Set(one.taken)))
    .sort(
      (one, other) =>
        (asked.stay ? Number(isOld(one)) - Number(isOld(other)) : 0) ||
        (order === "preco" ? cents(one) - cents(other) : 0) ||
        other.createdAt - one.createdAt ||
        (one.id < other.id ? 1 : -1),
    )
    .map(({ id }) => id);
}

test("any search returns, page by page, the same as filtering and sorting all listings", () => {
  const change = fc.oneof(
    { weight: 3, arbitrary: listings },
    { weight: 1, arbitrary: listings.map(({ id }) => id) },
  );
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 100 }),
      wanted,
      fc.constantFrom<ListOrder>("novos", "preco"),
      fc.integer({ min: 1, max: 12 }),
      (changes, asked, order, limit) => {
        const index = new ListingIndex();
        const all = new Map<string, IndexedListing>();
        for (const one of changes) {
          if (typeof one === "string") {
            index.delete(one);
            all.delete(one);
          } else {
            index.put(one);
            all.set(one.id, one);
          }
        }
        const found: string[] = [];
        let page = index.search(asked, { order, after: null, limit, day });
        found.push(...page.ids);
        while (page.next) {
          page = index.search(asked, { order, after: page.next, limit, day });
          found.push(...page.ids);
        }
        const right = expected([...all.values()], asked, order);
        expect(found).toEqual(right);
        expect(index.count(asked)).toBe(right.length);
        expect(page).toMatchObject({
          total: right.length,
          unconfirmed: asked.stay
            ? right.filter((id) => isOld(all.get(id) as IndexedListing)).length
            : 0,
        });
        const withUnpriced = expected([...all.values()], { ...asked, semPreco: true }, order);
        expect(page.unpriced).toBe(withUnpriced.length - right.length);
        const { stay } = asked;
        if (stay) {
          const later = { checkIn: addDays(stay.checkIn, 3), checkOut: addDays(stay.checkOut, 3) };
          const countFree = index.stayCounter({ ...asked, stay });
          expect(countFree(stay)).toBe(right.length);
          expect(countFree(later)).toBe(
            expected([...all.values()], { ...asked, stay: later }, order).length,
          );
        }
        expect(index.count(noFilters)).toBe(all.size);
        const inTurvo = [...all.values()].filter(({ localizacao }) => localizacao === "Turvo");
        expect(index.countByLocation().get("Turvo") ?? 0).toBe(inTurvo.length);
      },
    ),
    { numRuns: 300 },
  );
});

test("the cheapest come first among hundreds of listings, although only a sample is priced at first", () => {
  const cents = fc.integer({ min: 1, max: 90_000 }).map((amount) => String(amount / 100));
  const priced = fc.record({
    terms: fc.record({ valorFds: cents, valorDiaria: fc.option(cents) }).map(termsOf),
    seasons: fc.array(season, { maxLength: 1 }),
  });
  fc.assert(
    fc.property(
      fc.array(priced, { minLength: 100, maxLength: 300 }),
      stays,
      fc.integer({ min: 1, max: 12 }),
      (given, stay, limit) => {
        const all = given.map((one, n) => listing(`id-${n}`, { ...one, createdAt: n }));
        const index = new ListingIndex();
        for (const one of all) index.put(one);
        const asked = { ...anything, stay };
        const { ids } = index.search(asked, { order: "preco", after: null, limit, day });
        expect(ids).toEqual(expected(all, asked, "preco").slice(0, limit));
      },
    ),
    { numRuns: 40 },
  );
});

test("grows beyond its first capacity and keeps the order", () => {
  const index = new ListingIndex();
  const ids = Array.from({ length: 3000 }, (_, n) => `id-${String(n).padStart(4, "0")}`);
  for (const [n, id] of ids.entries()) {
    index.put(listing(id, { createdAt: n, taken: n % 2 ? ["2026-12-31"] : [] }));
  }
  const stay = { checkIn: "2026-12-31", checkOut: "2027-01-01" };
  expect(index.count({ ...anything, stay })).toBe(1500);
  expect(index.search({ ...anything, stay }, { ...newest, limit: 2 }).ids).toEqual([
    "id-2998",
    "id-2996",
  ]);
});

test("a change of one listing between two pages skips and repeats nothing", () => {
  const index = new ListingIndex();
  for (const [n, id] of ["a", "b", "c"].entries()) index.put(listing(id, { createdAt: n }));
  const first = index.search(anything, { ...newest, limit: 1 });
  index.delete("c");
  index.put(listing("d", { createdAt: 9 }));
  expect(index.search(anything, { ...newest, after: first.next, limit: 5 }).ids).toEqual([
    "b",
    "a",
  ]);
});

describe("similar listings", () => {
  const like = (more: Partial<IndexedListing>) => listing("x", { localizacao: "Turvo", ...more });
  const alike = { id: "asked", localizacao: "Turvo", valorFds: "1000", quantidadeMaximaPessoas: 8 };
  const anyInquiry = { stay: null, people: null };

  function similarTo(listings: IndexedListing[], inquiry: Inquiry = anyInquiry, limit = 4) {
    const index = new ListingIndex();
    for (const one of listings) index.put(one);
    return index.findSimilar(alike, inquiry, limit);
  }

  test("have a similar price and size, at the same place or the nearest", () => {
    const found = similarTo(
      [
        { ...like({ localizacao: "Piumhi" }), id: "far" },
        { ...like({ localizacao: "Ponta do Sol" }), id: "near" },
        { ...like({ terms: termsOf({ valorFds: "1400", valorDiaria: null }) }), id: "dearer" },
        { ...like({ terms: termsOf({ valorFds: "700", valorDiaria: null }) }), id: "cheaper" },
        { ...like({ quantidadeMaximaPessoas: 40 }), id: "larger" },
        { ...like({}), id: "alike" },
      ].map((one) => ({ ...one, quantidadeMaximaPessoas: one.quantidadeMaximaPessoas ?? 8 })),
      anyInquiry,
      6,
    );
    expect(found).toEqual(["alike", "dearer", "cheaper", "near", "far", "larger"]);
  });

  test("are free on the visitor's dates and have room for everyone", () => {
    const stay = { checkIn: "2026-12-30", checkOut: "2027-01-02" };
    const found = similarTo(
      [
        { ...like({ quantidadeMaximaPessoas: 8 }), id: "free" },
        { ...like({ quantidadeMaximaPessoas: 8, taken: ["2026-12-31"] }), id: "taken" },
        { ...like({ quantidadeMaximaPessoas: 5 }), id: "small" },
        { ...like({ quantidadeMaximaPessoas: 8, taken: ["2027-01-02"] }), id: "taken after" },
      ],
      { stay, people: 6 },
    );
    expect(found.sort()).toEqual(["free", "taken after"]);
  });

  test("leave out the listing itself, and among equals prefer the newest", () => {
    const found = similarTo(
      ["old", "asked", "new", "newer"].map((id, createdAt) => listing(id, { createdAt })),
      anyInquiry,
      2,
    );
    expect(found).toEqual(["newer", "new"]);
  });
});
