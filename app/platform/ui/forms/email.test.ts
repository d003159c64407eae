import { expect, test } from "vitest";
import { findEmailProblem } from "./email.ts";

const missing = "Confira o e-mail: falta algo nele.";
const unfit =
  "Confira o e-mail: há um caractere que não cabe nele, como acento, espaço ou ponto sobrando.";

test.each([
  ["maria@example.com", null],
  ["maria.leite+site@sub.example.com.br", null],
  ["MARIA_leite-2@Example.COM", null],
  ["maria", missing],
  ["maria@", missing],
  ["@example.com", missing],
  ["maria@example", missing],
  ["maria leite@example.com", unfit],
  ["maria.@gmail.com", unfit],
  [".maria@gmail.com", unfit],
  ["maria..silva@gmail.com", unfit],
  ["joão@exemplo.com", unfit],
  ["joao@praça.com", unfit],
  ["maria@gmail..com", unfit],
  ["maria@gmail.com.", unfit],
  ["maria@-gmail.com", unfit],
  ["maria@gmail.c", unfit],
  ["<maria@gmail.com>", unfit],
])("%s: %s", (text, problem) => {
  expect(findEmailProblem(text)).toBe(problem);
});
