import { describe, expect, test } from "vitest";
import type { Stay } from "../calendar/stays.ts";
import {
  findSeason,
  findWholePackages,
  listOverlaps,
  nameSeasons,
  type Season,
  seasonNights,
  spanOf,
  suggestSeasons,
} from "./seasons.ts";

function season(temporada: string, de: string, ate: string, more: Partial<Season> = {}): Season {
  const rates = { valorFds: "1000", valorDiaria: "500", pacote: null };
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
});

describe("findWholePackages", () => {
  const pack = (name: string, de: string, ate: string, createdAt?: string) =>
    season(name, de, ate, {
      valorFds: null,
      valorDiaria: null,
      pacote: "6000",
      ...(createdAt && { createdAt: new Date(createdAt) }),
    });
  const short = pack("short", "2026-12-28", "2027-01-01");
  const long = pack("long", "2026-12-28", "2027-01-02");
  const later = pack("later", "2026-12-30", "2027-01-04", "2026-07-01");
  const stay = (checkIn: string, checkOut: string) => ({ checkIn, checkOut });
  const wholePackages = (asked: Stay, seasons: Season[]) =>
    findWholePackages(spanOf(asked), nameSeasons(seasons)).map((one) => one.season);

  test.each([
    ["all of its nights", stay("2026-12-28", "2027-01-02"), [long], [long]],
    ["all of them and others", stay("2026-12-20", "2027-01-20"), [long], [long]],
    ["not the first", stay("2026-12-29", "2027-01-02"), [long], []],
    ["not the last", stay("2026-12-28", "2027-01-01"), [long], []],
    ["the shorter of two exactly", stay("2026-12-28", "2027-01-01"), [long, short], [short]],
    ["the longer of two exactly", stay("2026-12-28", "2027-01-02"), [short, long], [long]],
    ["two equally long that overlap", stay("2026-12-28", "2027-01-04"), [long, later], [later]],
    ["no package but a season", stay("2026-12-20", "2027-02-02"), [summer, reveillon], []],
  ])("%s", (_, asked, seasons, whole) => {
    expect(wholePackages(asked, seasons)).toEqual(whole);
    expect(wholePackages(asked, seasons.toReversed())).toEqual(whole);
  });
});

test("of overlapping seasons the one that has the shared nights is named", () => {
  const natal = season("Natal", "2026-12-23", "2026-12-29");
  expect(listOverlaps([summer, reveillon, natal])).toEqual([
    { winner: reveillon, loser: summer, shared: { checkIn: "2026-12-28", checkOut: "2027-01-02" } },
    { winner: natal, loser: summer, shared: { checkIn: "2026-12-23", checkOut: "2026-12-29" } },
    {
      winner: reveillon,
      loser: natal,
      shared: { checkIn: "2026-12-28", checkOut: "2026-12-29" },
    },
  ]);
  const next = season("Férias", "2027-02-01", "2027-02-20");
  expect(listOverlaps([summer, next])).toEqual([]);
});

describe("suggestSeasons", () => {
  const natal = { name: "Natal", checkIn: "2026-12-23", checkOut: "2026-12-27" };
  const carnaval = { name: "Carnaval", checkIn: "2027-02-05", checkOut: "2027-02-10" };
  const nextNatal = { name: "Natal", checkIn: "2027-12-23", checkOut: "2027-12-27" };
  const holidays = [natal, carnaval, nextNatal];

  test("leaves out holidays that have a season, by name or by dates, that year", () => {
    const longNatal = season(" natal ", "2026-12-20", "2026-12-28");
    const folia = season("Folia", "2027-02-05", "2027-02-10");
    expect(suggestSeasons(holidays, [longNatal, folia])).toEqual([nextNatal]);
  });
});
