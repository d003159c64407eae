import { expect, test } from "vitest";
import { suggestedMessages } from "../question.ts";
import { hashOwnWords } from "./own-words.server.ts";

const listing = { title: "Rancho da Enseada, 2 suítes" };
const other = { title: "Casa do Píer" };
const asked = (mensagem: string, email = "ana@example.com") => ({ mensagem, email });

test.each(suggestedMessages)("%s is nobody's own words", (mensagem) => {
  expect(hashOwnWords(asked(mensagem), listing)).toBeNull();
});

test("text after the form's own words counts, for any ad", () => {
  const more = "Tem berço? E a piscina é aquecida também no inverno, com cobertura à noite?";
  const about = (ad: typeof listing) =>
    hashOwnWords(asked(`${suggestedMessages[1]} ${more} Falo de ${ad.title}.`), ad);
  expect(about(listing)).not.toBeNull();
  expect(about(other)).toBe(about(listing));
  expect(hashOwnWords(asked(`${more} Falo de`), listing)).toBe(about(listing));
});

test("long words are the same from anyone, short ones from one sender only", () => {
  const short = "Aceita cachorro?";
  const long = "Empréstimo na hora, sem consulta e sem fiador, é só falar com a gente hoje";
  const from = (email: string, mensagem: string) => hashOwnWords(asked(mensagem, email), listing);
  expect(from("a@example.com", long)).toBe(from("b@example.com", long));
  expect(from("a@example.com", short)).not.toBe(from("b@example.com", short));
  expect(from("A@example.com", "ACEITA  cachorro")).toBe(from("a@example.com", short));
});
