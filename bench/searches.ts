import fc from "fast-check";
import { addDays, today, weekdayOf } from "../app/domain/calendar/civil-date.ts";
import { leisureOptions } from "../app/domain/listings/fields.ts";
import { type ListOrder, writeCursor } from "../app/domain/listings/list-cursor.ts";
import { locationOptions } from "../app/domain/region/locations.ts";
import { maxPriceDigits } from "../app/domain/search/filters.ts";

/** Whole BRL, from below almost every listing to the maximum of the field. */
const prices = [1, 15, 60, 120, 250, 437, 800, 1_500, 4_999, 10 ** maxPriceDigits - 1];

/** Positions in the six years of listings and in their prices. */
const pageStarts = [
  { createdAt: Date.parse("2024-06-01T12:00:00Z") * 1000, cents: 30_000 },
  { createdAt: Date.parse("2020-08-01T12:00:00Z") * 1000, cents: 250_000 },
];

const day = today();

/** The first night of the next Réveillon that has not begun before `day`. */
function comingReveillon(day: string): string {
  const [year = 0] = day.split("-").map(Number);
  const thisYears = `${year}-12-28`;
  return day <= thisYears ? thisYears : `${year + 1}-12-28`;
}

/** A stay on which all but one listing in twenty are taken (fill.ts). */
const holiday = fc.constant({ checkIn: comingReveillon(day), nights: 5 });

const weekend = fc.integer({ min: 0, max: 12 }).map((weeks) => {
  const soon = addDays(day, 7 * weeks);
  return { checkIn: addDays(soon, 12 - weekdayOf(soon)), nights: 2 };
});

const anyStay = fc.record({
  checkIn: fc.integer({ min: 1, max: 600 }).map((days) => addDays(day, days)),
  nights: fc.integer({ min: 1, max: 14 }),
});

const search = fc.record({
  q: fc.option(fc.constantFrom(...prices), { freq: 1 }),
  localizacao: fc.option(fc.constantFrom(...locationOptions), { freq: 1 }),
  stay: fc.option(fc.oneof(holiday, weekend, anyStay), { freq: 2 }),
  pessoas: fc.option(fc.integer({ min: 1, max: 25 }), { freq: 1 }),
  lazer: fc.subarray([...leisureOptions], { maxLength: 2 }),
  pets: fc.boolean(),
  ordem: fc.constantFrom<ListOrder>("novos", "preco"),
  pageStart: fc.option(fc.constantFrom(...pageStarts), { freq: 1 }),
});

/** Random mixes of every filter, order and page, the same in every run. */
export function searchPaths(count = 500): string[] {
  return fc.sample(search, { numRuns: count, seed: 1 }).map((asked) => {
    const params = new URLSearchParams({ ordem: asked.ordem });
    if (asked.q !== null) params.set("q", String(asked.q));
    if (asked.localizacao) params.set("localizacao", asked.localizacao);
    if (asked.stay) {
      params.set("entrada", asked.stay.checkIn);
      params.set("saida", addDays(asked.stay.checkIn, asked.stay.nights));
    }
    if (asked.pessoas !== null) params.set("pessoas", String(asked.pessoas));
    for (const option of asked.lazer) params.append("lazer", option);
    if (asked.pets) params.set("pets", "1");
    if (asked.pageStart) {
      const id = "ffffffff-ffff-ffff-ffff-ffffffffffff";
      params.set(
        "depois",
        writeCursor({ ...asked.pageStart, id, isUnconfirmed: false }, asked.ordem),
      );
    }
    return `/search?${params}`;
  });
}
