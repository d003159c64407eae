import { expect, test } from "vitest";
import type { CheckedState } from "../../../platform/db/check-schema.ts";
import { addDays } from "../../calendar/civil-date.ts";
import { endOfCheck, isCheckValid, lastEndedCheck, listChangedParts } from "./check.ts";

test.each([
  ["2026-11-26", "2027-11-26"],
  ["2028-02-28", "2029-02-28"],
  ["2028-02-29", "2029-03-01"],
])("a check of %s ends on %s", (checkedOn, end) => {
  expect(endOfCheck(checkedOn)).toBe(end);
});

test("a check counts for 365 days, by the region's calendar", () => {
  // Still November 26 in the region.
  const checkedAt = new Date("2026-11-27T02:59:59Z");
  expect(isCheckValid(checkedAt, addDays("2026-11-26", 364))).toBe(true);
  expect(isCheckValid(checkedAt, addDays("2026-11-26", 365))).toBe(false);
  expect(isCheckValid(null, "2026-11-26")).toBe(false);
});

test("of the checks that have ended by a day, the latest counts", () => {
  for (let day = "2027-12-30"; day < "2029-03-05"; day = addDays(day, 1)) {
    const last = lastEndedCheck(day);
    expect(endOfCheck(last) <= day, day).toBe(true);
    expect(endOfCheck(addDays(last, 1)) > day, day).toBe(true);
  }
});

const photo = (n: number, sha256: string | null = null) => ({ id: `photo-${n}`, sha256 });

const seen: CheckedState = {
  telefone: "37900010264",
  telefone2: "3733710264",
  createdBy: "Maria Aparecida Leite",
  localizacao: "Turvo",
  enderecoCompleto: "Rua do Píer, 12 - Turvo",
  nomePix: "Maria A. Leite",
  position: { latitude: -20.6147, longitude: -46.0497 },
  photos: [photo(1, "a"), photo(2), photo(3), photo(4)],
};

/** Degrees of latitude for a distance on the ground. */
const metres = (count: number) => count / 111_195;

const south = (count: number) => ({ latitude: -20.6147 - metres(count), longitude: -46.0497 });

test.each<[string, Partial<CheckedState>, string[]]>([
  ["nothing", {}, []],
  ["another telephone", { telefone: "37900010265" }, ["telefone"]],
  ["the telephone with the country's code", { telefone: "5537900010264" }, []],
  ["another second number", { telefone2: "37900010265" }, ["telefone2"]],
  ["no second number", { telefone2: "" }, []],
  ["the numbers in the other order", { telefone: "3733710264", telefone2: "37900010264" }, []],
  ["another name", { createdBy: "João Leite" }, ["createdBy"]],
  ["the name in capitals, without accents", { createdBy: "MARIA  APARECIDA LEITE" }, []],
  ["another location", { localizacao: "Funil" }, ["localizacao"]],
  [
    "another number in the street",
    { enderecoCompleto: "Rua do Píer, 21 - Turvo" },
    ["enderecoCompleto"],
  ],
  ["the address written differently", { enderecoCompleto: "rua do pier 12\nTurvo." }, []],
  ["a pin 290 m away", { position: south(290) }, []],
  ["a pin 310 m away", { position: south(310) }, ["mapa"]],
  ["no pin", { position: null }, ["mapa"]],
  ["another name on the Pix key", { nomePix: "José Leite" }, ["nomePix"]],
  ["no name on the Pix key", { nomePix: "" }, ["nomePix"]],
  ["the Pix name in another script", { nomePix: "李明" }, ["nomePix"]],
  ["half of the photos", { photos: [photo(1), photo(2), photo(5), photo(6)] }, []],
  ["more than half of the photos", { photos: [photo(1), photo(5), photo(6)] }, ["foto"]],
  ["half of the photos removed", { photos: [photo(3), photo(4)] }, []],
  ["three of four photos removed", { photos: [photo(3)] }, ["foto"]],
  ["photos in another order", { photos: seen.photos.toReversed() }, []],
  ["a photo turned", { photos: [photo(9, "a"), photo(2), photo(7), photo(8)] }, []],
  [
    "telephone and location together",
    { telefone: "37900010265", localizacao: "Funil" },
    ["localizacao", "telefone"],
  ],
])("after a change of %s, these parts have changed: %o", (_what, change, parts) => {
  expect(listChangedParts(seen, { ...seen, ...change })).toEqual(parts);
});

test("a second number added to a check from before there was one wasn't checked", () => {
  const { telefone2: _, ...before } = seen;
  expect(listChangedParts(before, seen)).toEqual(["telefone2"]);
  expect(listChangedParts(before, { ...seen, telefone2: "" })).toEqual([]);
});

test("a pin or a Pix name added after the check wasn't checked", () => {
  const bare = { ...seen, position: null, nomePix: "" };
  expect(listChangedParts(bare, seen)).toEqual(["mapa", "nomePix"]);
});
