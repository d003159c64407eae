import { expect, test } from "vitest";
import type { Season } from "../../prices/seasons.ts";
import { priceNights } from "./night-prices.ts";

const own = { valorFds: "2500", valorDiaria: "1250" };

const newYear = {
  id: "réveillon",
  temporada: "Réveillon",
  de: "2026-12-28",
  ate: "2027-01-02",
  valorFds: null,
  valorDiaria: "1800",
  pacote: null,
  minimoNoites: null,
  createdAt: new Date("2026-11-01T12:00:00Z"),
};

function shown(checkIn: string, checkOut: string, seasons: readonly Season[], rates = own) {
  const { nights, hasUnpricedWeekend } = priceNights({ checkIn, checkOut }, rates, seasons);
  const texts = nights.map(([night, { text }]) => `${night.slice(8)} ${text}`);
  return { texts: texts.join(", "), hasUnpricedWeekend };
}

test("a weekend's price stands once, on its Friday", () => {
  expect(shown("2026-12-10", "2026-12-14", [])).toEqual({
    texts: "10 1.250, 11 2.500, 12 fds, 13 1.250",
    hasUnpricedWeekend: false,
  });
});

test("the days of a package say so, and a weekend that it cuts is none", () => {
  const pack = { ...newYear, valorDiaria: null, pacote: "6000", ate: "2027-01-03" };
  expect(shown("2026-12-27", "2027-01-04", [pack]).texts).toBe(
    "27 1.250, 28 pacote, 29 pacote, 30 pacote, 31 pacote, 01 pacote, 02 pacote, 03 1.250",
  );
  const fromSaturday = { ...pack, de: "2027-01-02" };
  expect(shown("2027-01-01", "2027-01-03", [fromSaturday])).toEqual({
    texts: "01 1.250, 02 pacote",
    hasUnpricedWeekend: false,
  });
});
