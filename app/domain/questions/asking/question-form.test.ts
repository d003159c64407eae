import { expect, test } from "vitest";
import { parseQuestion } from "./question-form.server.ts";

const day = "2026-11-22";
const valid = {
  nome: "Ana Souza",
  email: "ana@example.com",
  telefone: "(35) 99734-1187",
  entrada: "2027-03-05",
  saida: "2027-03-07",
  pessoas: "4",
  mensagem: "Aceita cachorro pequeno?\r\n",
};

function parse(fields: Record<string, string>) {
  const formData = new FormData();
  for (const [name, value] of Object.entries({ ...valid, ...fields })) formData.set(name, value);
  return parseQuestion(formData, day);
}

test("a question has digits for a telephone and a number of people, and may lack both and the dates", () => {
  const value = {
    ...valid,
    telefone: "35997341187",
    pessoas: 4,
    mensagem: "Aceita cachorro pequeno?",
  };
  expect(parse({})).toMatchObject({ status: "success", value });
  const none = { telefone: null, entrada: null, saida: null, pessoas: null };
  expect(parse({ telefone: "", entrada: "", saida: "", pessoas: "" })).toMatchObject({
    status: "success",
    value: none,
  });
});

test.each([
  ["nome", " ", "Diga o seu nome."],
  ["nome", "a".repeat(81), "O nome passa de 80 caracteres. Use um mais curto."],
  ["nome", "Zé\nBcc: x@example.com", "Há um caractere aqui que não dá para guardar."],
  ["nome", "www.golpe.example", "O nome não pode ter endereço de site nem de e-mail."],
  ["email", "", "Diga o seu e-mail: é para ele que vem a resposta."],
  ["email", "ana", "Confira o e-mail: falta algo nele."],
  ["telefone", "9973", "Escreva o telefone com DDD: são 10 ou 11 números. Ou deixe em branco"],
  ["entrada", "2020-01-01", "A data de entrada já passou."],
  ["entrada", "", "Escolha também a data de entrada."],
  ["saida", "2027-03-05", "A saída precisa ser depois da entrada."],
  ["pessoas", "0", "Diga quantas pessoas, de 1 em diante."],
  ["mensagem", "\r\n ", "Escreva a sua pergunta."],
  ["mensagem", "a".repeat(2001), "A pergunta passa de 2000 caracteres. Conte o principal."],
  ["mensagem", "a\0b", "Há um caractere aqui que não dá para guardar."],
])("a question with %s '%.20s' is refused", (name, value, message) => {
  const { error } = parse({ [name]: value }).reply();
  expect(Object.keys(error ?? {})).toEqual([name]);
  expect(error?.[name]?.[0]).toContain(message);
});
