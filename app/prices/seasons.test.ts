import { describe, expect, test } from "vitest";
import {
  findMinimum,
  findSeason,
  formatMinimum,
  type Season,
  seasonNights,
  suggestSeasons,
} from "./seasons.ts";

function season(temporada: string, de: string, ate: string, more: Partial<Season> = {}): Season {
  const rates = { valorFds: "1000", valorDiaria: "500" };
  const createdAt = new Date("2026-06-01");
  return { id: temporada, temporada, de, ate, ...rates, minimoNoites: null, createdAt, ...more };
}

const summer = season("Verão", "2026-12-15", "2027-02-01", { minimoNoites: 2 });
const reveillon = season("Réveillon", "2026-12-28", "2027-01-02", { minimoNoites: 4 });

describe("findSeason", () => {
  test("a season's last day is not one of its nights", () => {
    expect(findSeason("2026-12-27", [reveillon])).toBeNull();
    expect(findSeason("2026-12-28", [reveillon])).toBe(reveillon);
    expect(findSeason("2027-01-01", [reveillon])).toBe(reveillon);
    expect(findSeason("2027-01-02", [reveillon])).toBeNull();
  });

  test("the shorter season wins, in any order and of any age", () => {
    const young = { ...summer, createdAt: new Date("2026-11-01") };
    expect(findSeason("2026-12-31", [young, reveillon])).toBe(reveillon);
    expect(findSeason("2026-12-31", [reveillon, young])).toBe(reveillon);
  });

  test("the newer of equally long seasons wins, and of equally new ones the same in any order", () => {
    const older = season("a", "2026-12-01", "2026-12-04");
    const newer = season("b", "2026-12-02", "2026-12-05", { createdAt: new Date("2026-06-02") });
    const twin = season("c", "2026-12-02", "2026-12-05", { createdAt: newer.createdAt });
    expect(findSeason("2026-12-03", [newer, older])).toBe(newer);
    expect(findSeason("2026-12-03", [older, newer])).toBe(newer);
    expect(findSeason("2026-12-03", [twin, newer])).toBe(twin);
    expect(findSeason("2026-12-03", [newer, twin])).toBe(twin);
  });
});

describe("seasonNights", () => {
  const week = { checkIn: "2026-12-27", checkOut: "2027-01-03" };

  test("only nights within the range count, each once", () => {
    const endless = season("Sempre", "2000-01-01", "2099-12-31");
    expect(seasonNights([reveillon], { ...week, checkOut: "2026-12-30" })).toEqual([
      "2026-12-28",
      "2026-12-29",
    ]);
    expect(seasonNights([endless, reveillon, summer], week)).toHaveLength(7);
  });

  test("seasons before and after the range have none", () => {
    const before = season("Natal", "2026-12-20", "2026-12-27");
    const after = season("Férias", "2027-01-03", "2027-01-31");
    expect(seasonNights([before, after], week)).toEqual([]);
  });
});

describe("findMinimum", () => {
  const seasons = [summer, reveillon];

  test.each([
    ["2026-12-10", "2026-12-12", null],
    ["2026-12-13", "2026-12-15", null],
    ["2026-12-15", "2026-12-16", 2],
    ["2026-12-29", "2026-12-31", 4],
    ["2026-12-26", "2026-12-28", 2],
    ["2026-12-26", "2026-12-29", 4],
    ["2027-01-01", "2027-01-05", 4],
    ["2027-01-02", "2027-01-05", 2],
    ["2027-01-31", "2027-02-03", 2],
  ])("from %s to %s", (checkIn, checkOut, nights) => {
    expect(findMinimum({ checkIn, checkOut }, seasons)?.nights ?? null).toBe(nights);
  });

  test("only the season that a night belongs to counts", () => {
    const relaxed = { ...reveillon, minimoNoites: null };
    const strict = { ...summer, minimoNoites: 7 };
    const stay = { checkIn: "2026-12-29", checkOut: "2026-12-31" };
    expect(findMinimum(stay, [strict, relaxed])).toBeNull();
  });

  test("is described in words", () => {
    const minimum = findMinimum({ checkIn: "2026-12-29", checkOut: "2026-12-31" }, seasons);
    expect(minimum && formatMinimum(minimum, "2026-11-21")).toBe(
      "Réveillon, 28/12 a 02/01: mínimo de 4 noites",
    );
  });
});

describe("suggestSeasons", () => {
  const natal = { name: "Natal", checkIn: "2026-12-23", checkOut: "2026-12-27" };
  const carnaval = { name: "Carnaval", checkIn: "2027-02-05", checkOut: "2027-02-10" };
  const nextNatal = { name: "Natal", checkIn: "2027-12-23", checkOut: "2027-12-27" };
  const holidays = [natal, carnaval, nextNatal];

  test("offers every holiday to an advertiser without seasons", () => {
    expect(suggestSeasons(holidays, [])).toEqual(holidays);
  });

  test("leaves out holidays that have a season, by name or by dates, that year", () => {
    const longNatal = season(" natal ", "2026-12-20", "2026-12-28");
    const folia = season("Folia", "2027-02-05", "2027-02-10");
    expect(suggestSeasons(holidays, [longNatal, folia])).toEqual([nextNatal]);
  });

  test("keeps offering a holiday within a long season of another name", () => {
    expect(suggestSeasons([natal], [summer])).toEqual([natal]);
  });
});
