import { describe, expect, test } from "vitest";
import { addDays } from "../calendar/civil-date.ts";
import type { Season, Terms } from "./seasons.ts";
import { describeRule, findBrokenRule, mendStay } from "./stay-rules.ts";

function season(temporada: string, de: string, ate: string, more: Partial<Season> = {}): Season {
  const prices = { valorFds: "1000", valorDiaria: "500", pacote: null, minimoNoites: null };
  const createdAt = new Date("2026-06-01");
  return { id: temporada, temporada, de, ate, ...prices, createdAt, ...more };
}

const summer = season("Verão", "2026-12-15", "2027-02-01", { minimoNoites: 2 });
const reveillon = season("Réveillon", "2026-12-28", "2027-01-02", { minimoNoites: 4 });
const pack: Season = {
  ...season("Réveillon", "2026-12-28", "2027-01-02"),
  valorFds: null,
  valorDiaria: null,
  pacote: "6000",
};
const anyStay: Terms = {
  valorFds: "1090",
  valorDiaria: "520",
  minimoNoites: null,
  fdsInteiro: false,
};
const stay = (checkIn: string, checkOut: string) => ({ checkIn, checkOut });

describe("a season's minimum", () => {
  test.each([
    ["2026-12-10", "2026-12-11", null],
    ["2026-12-15", "2026-12-16", 2],
    ["2026-12-15", "2026-12-17", null],
    ["2026-12-29", "2026-12-31", 4],
    ["2026-12-27", "2026-12-28", 2],
    ["2026-12-27", "2026-12-29", 4],
    ["2027-01-01", "2027-01-04", 4],
    ["2027-01-31", "2027-02-01", 2],
  ])("from %s to %s", (checkIn, checkOut, nights) => {
    const rule = findBrokenRule(stay(checkIn, checkOut), anyStay, [summer, reveillon]);
    expect(rule?.kind === "minimum" ? rule.nights : rule).toBe(nights);
  });
});

describe("the ad's minimum", () => {
  const strict = { ...anyStay, minimoNoites: 3 };
  const relaxed = { ...reveillon, minimoNoites: null };

  test.each([
    ["outside all seasons", stay("2026-12-07", "2026-12-09"), [], 3],
    ["long enough", stay("2026-12-07", "2026-12-10"), [], null],
    ["all within a season that asks for less", stay("2026-12-20", "2026-12-22"), [summer], null],
    [
      "all within a season that asks for nothing",
      stay("2026-12-29", "2026-12-30"),
      [relaxed],
      null,
    ],
    ["one night outside", stay("2026-12-27", "2026-12-29"), [relaxed], 3],
    ["a season that asks for more", stay("2026-12-27", "2026-12-30"), [reveillon], 4],
    ["a whole package", stay("2026-12-28", "2027-01-02"), [pack], null],
  ])("%s", (_, asked, seasons, nights) => {
    const rule = findBrokenRule(asked, strict, seasons);
    expect(rule?.kind === "minimum" ? rule.nights : rule).toBe(nights);
  });
});

describe("a package", () => {
  test.each([
    ["all of it", stay("2026-12-28", "2027-01-02"), null],
    ["all of it and a night before and after", stay("2026-12-27", "2027-01-03"), null],
    ["a part", stay("2026-12-29", "2026-12-31"), "package"],
    ["a part and other nights", stay("2026-12-26", "2026-12-29"), "package"],
    ["none of it", stay("2027-01-02", "2027-01-03"), null],
  ])("%s", (_, asked, kind) => {
    expect(findBrokenRule(asked, anyStay, [pack])?.kind ?? null).toBe(kind);
    expect(findBrokenRule(asked, anyStay, [pack, summer])?.kind ?? null).not.toBe(
      kind === "package" ? null : "package",
    );
  });
});

describe("weekends let only whole", () => {
  const whole = { ...anyStay, fdsInteiro: true };
  const fromSaturday = { ...pack, de: "2027-01-02", ate: "2027-01-07" };
  const fair = season("Feira", "2026-12-15", "2026-12-19");
  const end = season("Baile", "2026-12-18", "2026-12-20");
  const toSaturday = { ...pack, de: "2027-01-04", ate: "2027-01-09" };

  test.each([
    ["both nights", stay("2026-12-11", "2026-12-13"), [], null],
    ["Friday alone", stay("2026-12-11", "2026-12-12"), [], "friday"],
    ["Saturday alone", stay("2026-12-12", "2026-12-13"), [], "saturday"],
    ["no weekend", stay("2026-12-13", "2026-12-18"), [], null],
    ["Friday alone in a season", stay("2027-01-08", "2027-01-09"), [summer], "minimum"],
    ["a whole package from a Saturday on", stay("2027-01-02", "2027-01-07"), [fromSaturday], null],
    ["a whole package up to a Friday", stay("2027-01-04", "2027-01-09"), [toSaturday], null],
    ["the Friday before such a package", stay("2027-01-01", "2027-01-07"), [fromSaturday], null],
    ["the site's own Réveillon, up to a Friday", stay("2026-12-28", "2027-01-02"), [], null],
    ["Réveillon and the night before it", stay("2026-12-27", "2027-01-02"), [], "friday"],
    ["a part of Réveillon", stay("2026-12-29", "2027-01-02"), [], "friday"],
    ["the site's own Natal, from a Saturday on", stay("2028-12-23", "2028-12-27"), [], null],
    ["a whole season up to a Friday", stay("2026-12-15", "2026-12-19"), [fair], null],
    ["a part of such a season", stay("2026-12-16", "2026-12-19"), [fair], "friday"],
    [
      "a whole season with a shorter one at its end",
      stay("2026-12-15", "2026-12-19"),
      [fair, end],
      null,
    ],
  ])("%s", (_, asked, seasons, broken) => {
    const rule = findBrokenRule(asked, whole, seasons);
    expect(rule?.kind === "weekend" ? rule.only : (rule?.kind ?? null)).toBe(broken);
  });
});

test.each([
  [anyStay, [reveillon], "2026-12-29", "Réveillon, 28/12 a 02/01: mínimo de 4 noites"],
  [{ ...anyStay, minimoNoites: 2 }, [], "2026-12-08", "Mínimo de 2 noites"],
  [
    anyStay,
    [pack],
    "2026-12-29",
    "Só o pacote inteiro. Réveillon 28/12 a 02/01: R$ 6.000 o pacote",
  ],
  [
    { ...anyStay, fdsInteiro: true },
    [],
    "2026-12-11",
    "Fim de semana só inteiro, sexta e sábado juntos",
  ],
])("%o, %o, one night from %s: %s", (terms, seasons, checkIn, words) => {
  const asked = stay(checkIn, addDays(checkIn, 1));
  const rule = findBrokenRule(asked, terms, seasons);
  if (!rule) throw new Error("no rule is broken");
  expect(describeRule(rule, "2026-11-21").replaceAll("\u00a0", " ")).toBe(words);
  const mended = mendStay(asked, rule);
  expect(findBrokenRule(mended, terms, seasons)).toBeNull();
  expect(mended.checkIn <= asked.checkIn && asked.checkOut <= mended.checkOut).toBe(true);
});
