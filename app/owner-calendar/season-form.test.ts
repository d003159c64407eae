import { expect, test } from "vitest";
import { parseSeason } from "./season-form.ts";

const typed = {
  temporada: " Réveillon ",
  de: "2026-12-28",
  ate: "02/01/2027",
  valorFds: "",
  valorDiaria: "1.900,50",
  minimoNoites: "4",
};

function parse(changes: Partial<typeof typed> = {}) {
  const formData = new FormData();
  for (const [name, value] of Object.entries({ ...typed, ...changes })) formData.set(name, value);
  return parseSeason(formData);
}

test("reads a season, with dates from a date input or typed", () => {
  const submission = parse();
  expect(submission.status === "success" && submission.value).toEqual({
    temporada: "Réveillon",
    de: "2026-12-28",
    ate: "2027-01-02",
    valorFds: null,
    valorDiaria: "1900.50",
    minimoNoites: 4,
  });
});

test.each([
  [{ temporada: "" }, { temporada: ["Dê um nome à temporada, como Réveillon."] }],
  [{ de: "2026-02-30" }, { de: ["Escolha a primeira noite."] }],
  [{ ate: "2026-12-28" }, { ate: ["A saída precisa ser depois da primeira noite."] }],
  [{ valorFds: "muito" }, { valorFds: ["Escreva o valor em reais, como 1.350 ou 1.350,50."] }],
  [{ valorDiaria: "" }, { valorDiaria: ["Informe pelo menos um dos preços."] }],
  [{ minimoNoites: "61" }, { minimoNoites: ["Use um número inteiro, de 1 a 60."] }],
])("refuses %o with a sentence at the control", (changes, errors) => {
  const submission = parse(changes);
  expect(submission).toMatchObject({ status: "error", error: errors });
});
