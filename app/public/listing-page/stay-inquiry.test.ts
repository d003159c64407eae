import { expect, test } from "vitest";
import { sampleListing } from "../../../testing/listing.ts";
import { addDays } from "../../domain/calendar/civil-date.ts";
import type { Season } from "../../domain/prices/seasons.ts";
import { assessInquiry, readInquiry } from "./stay-inquiry.ts";

const day = "2026-11-21";

const reveillon: Season = {
  id: "1",
  temporada: "Réveillon",
  de: "2026-12-28",
  ate: "2027-01-02",
  valorFds: "4200",
  valorDiaria: "1900",
  pacote: null,
  minimoNoites: 4,
  createdAt: new Date("2026-11-01T12:00:00Z"),
};

function check(query: string, overrides: Parameters<typeof sampleListing>[0] = {}) {
  const listing = sampleListing({
    valorFds: "1090",
    valorDiaria: "500",
    unavailableDays: ["2026-12-18", "2026-12-19"],
    seasons: [reveillon],
    ...overrides,
  });
  return assessInquiry(readInquiry(new URLSearchParams(query)), listing, day);
}

test("without dates there is no error and no estimate, but a check-in's season names its minimum", () => {
  const empty = { stay: null, people: null, estimate: null, problems: {}, minimum: null };
  expect(check("")).toMatchObject(empty);
  expect(check("entrada=&saida=&pessoas=")).toMatchObject(empty);
  expect(check("pessoas=6").summary).toBeNull();
  const minimum = "Réveillon, 28/12 a 02/01: mínimo de 4 noites.";
  expect(check("entrada=2026-12-28")).toMatchObject({ minimum });
  expect(check("entrada=2026-12-27")).toMatchObject({ minimum: null });
});

test("a free stay has an estimate, which stays open without a price", () => {
  const query = "entrada=2026-12-11&saida=2026-12-13&pessoas=6";
  expect(check(query)).toMatchObject({
    stay: { checkIn: "2026-12-11", checkOut: "2026-12-13" },
    people: 6,
    estimate: { total: 109_000, amount: "R$\u00a01.090", lines: [{ when: "11 a 13/12" }] },
    problems: {},
  });
  const open = check("entrada=2026-12-14&saida=2026-12-16", { valorDiaria: null });
  expect(open.estimate).toMatchObject({ total: null, amount: "Preço a combinar" });
});

test("only valid values stay in the page's address, taken dates among them", () => {
  const query = (asked: string) => check(asked).address.split("?")[1];
  expect(query("entrada=2026-12-11&pessoas=6")).toBe("pessoas=6");
  expect(query("entrada=2026-12-20&saida=2026-12-17&pessoas=0")).toBeUndefined();
  const taken = "entrada=2026-12-17&saida=2026-12-20";
  expect(query(`${taken}&pessoas=0`)).toBe(taken);
});

test("a greeting names dates that are taken, and says so", () => {
  const { details } = check("entrada=2026-12-17&saida=2026-12-20&pessoas=6");
  expect(details).toMatchObject({
    stay: { checkIn: "2026-12-17", checkOut: "2026-12-20" },
    people: 6,
    total: null,
    rule: null,
    isTaken: true,
  });
  expect(check("entrada=2026-12-11&saida=2026-12-13").details).toMatchObject({
    total: 109_000,
    isTaken: false,
  });
});

test.each([
  ["11", "13", {}, ["R$\u00a01.090", "estimativa", "Livre de 11 a 13/12, 2 noites"]],
  [
    "11",
    "13",
    { datesCheckedAt: new Date("2026-10-12T12:00:00Z") },
    ["R$\u00a01.090", "estimativa", "Pergunte: 11 a 13/12, 2 noites"],
  ],
  ["14", "16", { valorDiaria: null }, ["Preço a combinar", "", "Livre de 14 a 16/12, 2 noites"]],
  ["24", "26", {}, ["R$\u00a01.000", "a confirmar", "Livre de 24 a 26/12, 2 noites"]],
  ["17", "19", {}, ["Ocupado em 18/12", "", "17 a 19/12"]],
  ["17", "21", {}, ["Ocupado em 2 das 4 noites", "", "17 a 21/12"]],
  ["29", "31", {}, ["Mínimo de 4 noites", "", "29 a 31/12"]],
])("from %s to %s/12 the bar sums up what is known", (from, to, overrides, words) => {
  const query = `entrada=2026-12-${from}&saida=2026-12-${to}`;
  const { summary } = check(query, { datesCheckedAt: new Date(`${day}T12:00:00Z`), ...overrides });
  expect([summary?.what, summary?.certainty, summary?.detail]).toEqual(words);
});

test("a check-in without room for the minimum stay says so, and proposes no check-out", () => {
  const minimum = { minimoNoites: 3, seasons: [] };
  const deadEnd =
    "Esta entrada deixa só 2 noites até as ocupadas. Mínimo de 3 noites. Escolha outra entrada.";
  expect(check("entrada=2026-12-16", minimum)).toMatchObject({ deadEnd, stay: null });
  expect(check("entrada=2026-12-15", minimum)).toMatchObject({ deadEnd: null });
  expect(check("entrada=2026-12-18", minimum)).toMatchObject({ deadEnd: null });
  expect(check("entrada=2026-12-16&saida=2026-12-20", minimum).problems).toEqual({
    entrada: `Há noites ocupadas nessas datas. ${deadEnd}`,
  });
  expect(check("entrada=2026-12-15&saida=2026-12-20", minimum).problems).toEqual({
    saida: "Há noites ocupadas nessas datas. A saída pode ser até 18/12/2026.",
  });
});

test.each([
  ["taken dates", "entrada=2026-12-17&saida=2026-12-20", /^Escolha outras datas, ou pergunte/],
  ["dates that break a rule", "entrada=2026-12-29&saida=2026-12-31", /^Pergunte assim mesmo/],
])("with %s, what stands in for the estimate fits", (_, query, words) => {
  expect(check(query)).toMatchObject({ estimate: null, advice: expect.stringMatching(words) });
});

test.each([
  ["2026-12-17", "2026-12-20", { saida: expect.stringContaining("até 18/12/2026") }],
  ["2026-12-19", "2026-12-21", { entrada: expect.stringContaining("19/12/2026 está ocupada") }],
])("a stay from %s to %s includes taken nights", (entrada, saida, problems) => {
  expect(check(`entrada=${entrada}&saida=${saida}`)).toMatchObject({
    stay: null,
    estimate: null,
    problems,
  });
});

test("the site's own Réveillon has an estimate where weekends are let only whole, and other lone nights don't", () => {
  const whole = { fdsInteiro: true, seasons: [], unavailableDays: [] };
  expect(check("entrada=2026-12-28&saida=2027-01-02", whole)).toMatchObject({
    estimate: { amount: "R$\u00a02.500", doubts: [expect.stringMatching(/^Réveillon: sem preço/)] },
    problems: {},
    broken: [],
  });
  expect(check("entrada=2026-12-27&saida=2027-01-02", whole)).toMatchObject({
    estimate: null,
    problems: { saida: "Fim de semana só inteiro, sexta e sábado juntos." },
  });
});

test("a stay shorter than a season's minimum can be asked about, without an estimate", () => {
  expect(check("entrada=2026-12-27&saida=2026-12-29")).toMatchObject({
    stay: { checkIn: "2026-12-27" },
    estimate: null,
    problems: { saida: "Réveillon, 28/12 a 02/01: mínimo de 4 noites." },
    details: { rule: "Réveillon, 28/12 a 02/01: mínimo de 4 noites", isTaken: false },
  });
  expect(check("entrada=2026-12-27&saida=2027-01-01")).toMatchObject({
    estimate: { total: 50_000 + 4 * 190_000 },
    problems: {},
  });
});

test.each([
  [
    "taken nights offer the nearest stays before and after",
    "2026-12-17",
    "2026-12-20",
    ["15 a 18/12, 3 noites", "20 a 23/12, 3 noites"],
  ],
  [
    "too few nights offer as many as the season asks for",
    "2026-12-29",
    "2026-12-31",
    ["28/12 a 01/01, 4 noites", "29/12 a 02/01, 4 noites"],
  ],
])("%s (%s to %s)", (_title, entrada, saida, nearby) => {
  const checked = check(`entrada=${entrada}&saida=${saida}&pessoas=6`);
  expect(checked.nearby.map(({ text }) => text)).toEqual(nearby);
  for (const { address, dates } of checked.nearby) {
    const query = address.split("?")[1] ?? "";
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ ...dates, pessoas: "6" });
    expect(check(query)).toMatchObject({ problems: {}, stay: expect.anything() });
  }
});

test("with nothing free before, both suggestions are later and don't overlap", () => {
  const checked = check("entrada=2026-11-22&saida=2026-11-24", {
    unavailableDays: ["2026-11-21", "2026-11-22"],
  });
  expect(checked.nearby.map(({ text }) => text)).toEqual([
    "23 a 25/11, 2 noites",
    "25 a 27/11, 2 noites",
  ]);
});

test("suggests nothing for a free stay, for impossible dates, or in a calendar full for months", () => {
  expect(check("entrada=2026-12-11&saida=2026-12-13").nearby).toEqual([]);
  expect(check("entrada=2026-12-13&saida=2026-12-11").nearby).toEqual([]);
  expect(check("").nearby).toEqual([]);
  const full = Array.from({ length: 200 }, (_, n) => addDays(day, n));
  expect(check("entrada=2026-12-11&saida=2026-12-13", { unavailableDays: full }).nearby).toEqual(
    [],
  );
});

test.each([
  ["0", "Diga quantas pessoas, de 1 em diante."],
  ["seis", "Diga quantas pessoas, de 1 em diante."],
  ["17", "Aqui cabem até 16 pessoas."],
])("rejects %s people and keeps the dates", (pessoas, problem) => {
  const checked = check(`entrada=2026-12-11&saida=2026-12-13&pessoas=${pessoas}`);
  expect(checked).toMatchObject({ people: null, problems: { pessoas: problem } });
  expect(checked.estimate?.total).toBe(109_000);
});

test("an ad without a capacity accepts any number of people", () => {
  for (const quantidadeMaximaPessoas of [null, 0]) {
    expect(check("pessoas=40", { quantidadeMaximaPessoas })).toMatchObject({ people: 40 });
  }
});
