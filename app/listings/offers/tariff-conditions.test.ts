import { expect, test } from "vitest";
import { pickConditions } from "./tariff-conditions.ts";

const note =
  "Mínimo de duas noites. Feriados: pacote de quatro diárias, sob consulta. Taxa de limpeza de R$ 250.";

test("of a note on prices, an offer repeats what the total leaves out", () => {
  expect(pickConditions(note, null)).toBe("Taxa de limpeza de R$ 250.");
  expect(pickConditions(note, "Carnaval")).toBe(
    "Feriados: pacote de quatro diárias, sob consulta. Taxa de limpeza de R$ 250.",
  );
  expect(pickConditions("Carnaval e Natal têm preço próprio", "Carnaval")).toBe(
    "Carnaval e Natal têm preço próprio",
  );
});

test("a note without charges has nothing to add", () => {
  expect(pickConditions("", "Carnaval")).toBeNull();
  expect(pickConditions("Cesta de café da manhã incluída.", "Carnaval")).toBeNull();
});

test("long conditions end between words", () => {
  const long = pickConditions(`Taxa de limpeza${", de roupa de cama".repeat(20)}.`, null);
  expect(long?.length).toBeLessThanOrEqual(140);
  expect(long).toMatch(/ (de|roupa|cama,)…$/);
});
