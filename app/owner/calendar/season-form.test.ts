import { expect, test } from "vitest";
import { parseSeason } from "./season-form.ts";

const typed = {
  temporada: " Réveillon ",
  de: "2026-12-28",
  ate: "02/01/2027",
  valorFds: "",
  valorDiaria: "1.900,50",
  pacote: "",
  minimoNoites: "4",
  forma: "",
};

function parse(changes: Partial<typeof typed> = {}) {
  const formData = new FormData();
  for (const [name, value] of Object.entries({ ...typed, ...changes })) formData.set(name, value);
  return parseSeason(formData, "2026-12-20");
}

test("reads a season, with dates from a date input or typed", () => {
  const submission = parse();
  expect(submission.status === "success" && submission.value).toEqual({
    temporada: "Réveillon",
    de: "2026-12-28",
    ate: "2027-01-02",
    valorFds: null,
    valorDiaria: "1900.50",
    pacote: null,
    minimoNoites: 4,
  });
});

test.each([
  [
    { de: "2028-01-01", ate: "2029-01-01" },
    { de: "2028-01-01", ate: "2029-01-01" },
  ],
  [{ de: "2026-12-15", ate: "2026-12-21" }, { ate: "2026-12-21" }],
  [{ valorFds: "0,50" }, { valorFds: "0.50" }],
])("accepts %o", (changes, value) => {
  expect(parse(changes)).toMatchObject({ status: "success", value });
});

const packaged = { valorDiaria: "", pacote: "6.000,50", minimoNoites: "" };

test("fields hidden by the chosen way to sell don't count", () => {
  const all = { valorFds: "4.800", pacote: "6.000" };
  expect(parse({ ...all, forma: "noite" })).toMatchObject({ value: { pacote: null } });
  const whole = { pacote: "6000", valorFds: null, valorDiaria: null, minimoNoites: null };
  expect(parse({ ...all, forma: "pacote" })).toMatchObject({ value: whole });
  expect(parse({ forma: "pacote" })).toMatchObject({ error: { pacote: ["Informe o preço."] } });
});

test("reads a package, which has no other price", () => {
  expect(parse(packaged)).toMatchObject({
    status: "success",
    value: { valorFds: null, valorDiaria: null, pacote: "6000.50", minimoNoites: null },
  });
});

test.each([
  [{ temporada: "" }, { temporada: ["Dê um nome à temporada, como Réveillon."] }],
  [{ de: "2026-02-30" }, { de: ["Escolha a primeira noite."] }],
  [{ ate: "2026-12-28" }, { ate: ["A saída precisa ser depois da primeira noite."] }],
  [
    { de: "2028-01-01", ate: "2029-01-02" },
    { ate: ["Uma temporada tem até 366 noites. Divida em duas ou mais."] },
  ],
  [
    { de: "2026-12-15", ate: "2026-12-20" },
    { ate: ["Essas datas já passaram. Escolha uma saída depois de hoje."] },
  ],
  [{ valorFds: "0,00" }, { valorFds: ["Escreva um valor maior que zero, ou deixe em branco."] }],
  [{ valorDiaria: "0" }, { valorDiaria: ["Escreva um valor maior que zero, ou deixe em branco."] }],
  [{ valorFds: "muito" }, { valorFds: ["Escreva o valor em reais, como 1.350 ou 1.350,50."] }],
  [{ valorDiaria: "" }, { valorDiaria: ["Informe o preço."] }],
  [
    { ...packaged, valorFds: "900" },
    {
      pacote: [
        "O pacote tem um preço só. Deixe em branco o do final de semana e o da noite, ou apague este.",
      ],
    },
  ],
  [
    { ...packaged, minimoNoites: "5" },
    { minimoNoites: ["O pacote já pede o período todo. Deixe o mínimo em branco."] },
  ],
  [{ ...packaged, ate: "2027-02-27" }, { ate: ["Um pacote tem até 60 noites."] }],
  [
    { ...packaged, pacote: "0" },
    { pacote: ["Escreva um valor maior que zero, ou deixe em branco."] },
  ],
  [{ minimoNoites: "61" }, { minimoNoites: ["Use um número inteiro, de 1 a 60."] }],
])("refuses %o with an error beside the control", (changes, errors) => {
  const submission = parse(changes);
  expect(submission).toMatchObject({ status: "error", error: errors });
});
