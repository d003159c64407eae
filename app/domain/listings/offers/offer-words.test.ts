import { expect, test } from "vitest";
import { namesCharges } from "./offer-words.ts";

test("of a note on prices, an offer says whether it names charges that the total leaves out", () => {
  expect(namesCharges("Mínimo de duas noites. Taxa de limpeza à parte.")).toBe(true);
  expect(namesCharges("Até 8 pessoas; acima disso, R$ 60 por pessoa.")).toBe(true);
  expect(namesCharges("De segunda a quinta, fora de feriado. Café da manhã incluído.")).toBe(false);
  expect(namesCharges("")).toBe(false);
});
