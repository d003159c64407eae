import { expect, test } from "vitest";
import { formatCnpj } from "./cnpj.ts";

test.each([
  ["11222333000181", "11.222.333/0001-81"],
  [" 11.222.333/0001-81 ", "11.222.333/0001-81"],
  ["00.000.000/0001-91", "00.000.000/0001-91"],
  // The example of the Receita Federal for CNPJs with letters.
  ["12.abc.345/01de-35", "12.ABC.345/01DE-35"],
])("%s is a CNPJ", (typed, written) => {
  expect(formatCnpj(typed)).toBe(written);
});

test.each([
  ["a wrong first check digit", "11222333000171"],
  ["a wrong second one", "11222333000182"],
  ["digits in another order", "11222330300181"],
  ["a digit too few", "1122233300018"],
  ["one too many", "112223330001810"],
  ["the same digit throughout", "00000000000000"],
  ["letters as check digits", "12ABC34501DEAB"],
  ["a CPF", "111.444.777-35"],
  ["nothing", ""],
])("%s is none", (_, typed) => {
  expect(formatCnpj(typed)).toBeNull();
});
