import { expect, test } from "vitest";
import { sampleListing } from "../../../../testing/listing.ts";
import { takeMarks } from "../../../platform/mail/letter-words.ts";
import type { ListingSummary } from "../../listings/listing.ts";
import { noFilters } from "../filters.ts";
import { writeAlertLetter } from "./alert-letter.ts";

const link = "https://mardeminas.example/avisos/x";
const offer = {
  dates: "04 a 09/03",
  nights: 5,
  estimate: 475_000,
  unpricedHoliday: null,
  brokenRule: null,
  staleAge: null,
  taken: null,
};

function write(count: number, filters: object = {}) {
  const listings = Array.from({ length: count }, (_, n) =>
    sampleListing({ id: `casa-${n}`, title: `Casa ${n}`, localizacao: "Turvo" }),
  ).map((listing) => ("stay" in filters ? { ...listing, offer } : listing));
  const letter = writeAlertLetter({
    filters: { ...noFilters, ...filters },
    day: "2027-01-10",
    listings: listings as unknown as ListingSummary[],
    endsOn: "2027-04-10",
    link,
    siteUrl: "https://mardeminas.example",
  });
  return { ...letter, ...takeMarks(letter.text) };
}

test("a letter with dates names each ad with its dates and estimate", () => {
  const stay = { checkIn: "2027-03-04", checkOut: "2027-03-09" };
  const { subject, text } = write(1, { stay, pessoas: 10 });
  expect(subject).toBe("Casa 0, Turvo: livre de 04 a 09/03");
  for (const words of [
    "Casas para 10 pessoas, livres de 04 a 09/03.",
    "Casa 0\nTurvo, até 16 pessoas\nLivre de 04 a 09/03\n",
    "R$\u00a04.750 por 5 noites, estimativa\n",
    "https://mardeminas.example/posts/casa-0?entrada=2027-03-04&saida=2027-03-09&pessoas=10",
  ]) {
    expect(text).toContain(words);
  }
});

test("a letter names ten ads and counts the others", () => {
  const { subject, text } = write(12, { localizacao: "Turvo" });
  expect(subject).toBe("12 casas");
  expect(text).toContain("Novidades para o seu aviso, que vai até 10/04/2027:");
  expect(text.match(/\nCasa \d+\n/g)).toHaveLength(10);
  expect(text).toContain("E mais 2 casas: https://mardeminas.example/search?localizacao=Turvo");
});
