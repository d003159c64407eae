import { expect, test } from "vitest";
import { greeting } from "../../listings/card/greeting.ts";
import { hashOwnWords } from "./own-words.server.ts";
import type { QuestionInput } from "./question-form.ts";

const listing = { id: "1", title: "Rancho da Enseada, 2 suítes" };
const other = { id: "2", title: "Casa do Píer" };

function asked(mensagem: string, overrides: Partial<QuestionInput> = {}): QuestionInput {
  return {
    nome: "Ana",
    email: "ana@example.com",
    telefone: null,
    entrada: "2027-03-10",
    saida: "2027-03-11",
    pessoas: 4,
    mensagem,
    ...overrides,
  };
}

const stay = { checkIn: "2027-03-10", checkOut: "2027-03-11" };
const address = "https://mardeminas.example";

const named = { ...listing, nomeContato: "José" };

test.each([
  [
    "dates, people and an estimate",
    greeting(listing, address, { stay, people: 4, total: 109_000 }),
  ],
  ["dates alone", greeting(listing, address, { stay, people: null, total: null })],
  ["people alone", greeting(listing, address, { stay: null, people: 4, total: null })],
  ["nothing", greeting(listing, address)],
])("the site's greeting with %s is nobody's own words", (_, mensagem) => {
  expect(hashOwnWords(asked(mensagem), listing)).toBeNull();
});

test.each([true, false])("nor is its question for a holiday's price (taken: %s)", (isTaken) => {
  const carnaval = { checkIn: "2027-02-05", checkOut: "2027-02-10" };
  const question = { stay: carnaval, people: 4, total: null, unpricedHoliday: "Carnaval", isTaken };
  const dates = { entrada: carnaval.checkIn, saida: carnaval.checkOut };
  expect(hashOwnWords(asked(greeting(listing, address, question), dates), listing)).toBeNull();
});

test("what follows the greeting counts, whichever ad it is about", () => {
  const more = "Tem berço? E a piscina é aquecida também no inverno, com cobertura à noite?";
  const about = (ad: typeof listing) =>
    hashOwnWords(asked(`${greeting(ad, address, { stay, people: 4, total: null })} ${more}`), ad);
  expect(about(listing)).not.toBeNull();
  expect(about(other)).toBe(about(listing));
  expect(hashOwnWords(asked(more), listing)).toBe(about(listing));
});

test("long words are the same from anyone, short ones from one sender only", () => {
  const short = "Aceita cachorro?";
  const long = "Empréstimo na hora, sem consulta e sem fiador, é só falar com a gente hoje";
  const from = (email: string, mensagem: string) =>
    hashOwnWords(asked(mensagem, { email }), listing);
  expect(from("a@example.com", long)).toBe(from("b@example.com", long));
  expect(from("a@example.com", short)).not.toBe(from("b@example.com", short));
  expect(from("A@example.com", "ACEITA  cachorro")).toBe(from("a@example.com", short));
});

test("a greeting by name is the site's, with the name or from a page without it", () => {
  for (const ad of [named, listing]) {
    const mensagem = greeting(ad, address, { stay, people: 4, total: null });
    expect(hashOwnWords(asked(mensagem), named)).toBeNull();
  }
});
