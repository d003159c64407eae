import { expect, test } from "vitest";
import { findSeason, listOverlaps, type Season, seasonNights, suggestSeasons } from "./seasons.ts";

function season(temporada: string, de: string, ate: string, more: Partial<Season> = {}): Season {
  const rates = { valorFds: "1000", valorDiaria: "500", pacote: null };
  const createdAt = new Date("2026-06-01");
  return { id: temporada, temporada, de, ate, ...rates, minimoNoites: null, createdAt, ...more };
}

const summer = season("Verão", "2026-12-15", "2027-02-01", { minimoNoites: 2 });
const reveillon = season("Réveillon", "2026-12-28", "2027-01-02", { minimoNoites: 4 });

test("of equally long and equally new seasons the same one wins in any order", () => {
  const newer = season("b", "2026-12-02", "2026-12-05", { createdAt: new Date("2026-06-02") });
  const twin = season("c", "2026-12-02", "2026-12-05", { createdAt: newer.createdAt });
  expect(findSeason("2026-12-03", [twin, newer])).toBe(twin);
  expect(findSeason("2026-12-03", [newer, twin])).toBe(twin);
});

test("only a season's nights within the range count, each once", () => {
  const week = { checkIn: "2026-12-27", checkOut: "2027-01-03" };
  const endless = season("Sempre", "2000-01-01", "2099-12-31");
  expect(seasonNights([reveillon], { ...week, checkOut: "2026-12-30" })).toEqual([
    "2026-12-28",
    "2026-12-29",
  ]);
  expect(seasonNights([endless, reveillon, summer], week)).toHaveLength(7);
});

test("says which of two overlapping seasons gets the shared nights", () => {
  const natal = season("Natal", "2026-12-23", "2026-12-29");
  expect(listOverlaps([summer, reveillon, natal])).toEqual([
    { winner: reveillon, loser: summer, shared: { checkIn: "2026-12-28", checkOut: "2027-01-02" } },
    { winner: natal, loser: summer, shared: { checkIn: "2026-12-23", checkOut: "2026-12-29" } },
    { winner: reveillon, loser: natal, shared: { checkIn: "2026-12-28", checkOut: "2026-12-29" } },
  ]);
  const next = season("Férias", "2027-02-01", "2027-02-20");
  expect(listOverlaps([summer, next])).toEqual([]);
});

test("seasons are suggested for holidays that have none, by name or by dates, that year", () => {
  const natal = { name: "Natal", checkIn: "2026-12-23", checkOut: "2026-12-27" };
  const carnaval = { name: "Carnaval", checkIn: "2027-02-05", checkOut: "2027-02-10" };
  const nextNatal = { name: "Natal", checkIn: "2027-12-23", checkOut: "2027-12-27" };
  const longNatal = season(" natal ", "2026-12-20", "2026-12-28");
  const folia = season("Folia", "2027-02-05", "2027-02-10");
  expect(suggestSeasons([natal, carnaval, nextNatal], [longNatal, folia])).toEqual([nextNatal]);
});
