import { expect, test } from "vitest";
import type { Season } from "./seasons.ts";
import { findUnpricedHoliday } from "./stay-rules.ts";

function season(de: string, ate: string): Season {
  const rates = { valorFds: "3000", valorDiaria: "1400", pacote: null, minimoNoites: null };
  return { id: de, temporada: "Temporada", de, ate, ...rates, createdAt: new Date(0) };
}

const carnaval = season("2027-02-05", "2027-02-10");

test.each([
  ["2027-02-05", "2027-02-10", [], "Carnaval"],
  ["2027-02-08", "2027-02-12", [], "Carnaval"],
  ["2027-02-05", "2027-02-10", [carnaval], null],
  ["2027-02-04", "2027-02-11", [carnaval], null],
  ["2027-02-05", "2027-02-10", [season("2027-02-05", "2027-02-08")], "Carnaval"],
  ["2027-02-10", "2027-02-14", [], null],
  ["2026-12-29", "2027-01-02", [], "Réveillon"],
  ["2026-12-24", "2027-01-02", [season("2026-12-23", "2026-12-27")], "Réveillon"],
  // Tiradentes, a Wednesday, reaches back to Saturday.
  ["2027-04-16", "2027-04-18", [], "Tiradentes"],
  // Consciência Negra is a Saturday.
  ["2027-11-19", "2027-11-21", [], null],
])("from %s to %s, with the seasons %j: %s", (checkIn, checkOut, seasons, holiday) => {
  expect(findUnpricedHoliday({ checkIn, checkOut }, seasons)).toBe(holiday);
});
