import { expect, test } from "vitest";
import { firstNameOf } from "../../../domain/testimonials/testimonial.ts";
import { parseTestimonial } from "./testimonial-form.ts";

const valid = {
  nome: " Ana ",
  email: "ana@example.com",
  nota: "5",
  texto: "Casa limpa,\r\nvista linda.\n",
};

function parse(fields: Record<string, string>) {
  const formData = new FormData();
  for (const [name, value] of Object.entries({ ...valid, ...fields })) formData.set(name, value);
  return parseTestimonial(formData);
}

test("a testimonial has a number as its rating, and its text without surrounding space", () => {
  const value = { ...valid, nome: "Ana", nota: 5, texto: "Casa limpa,\nvista linda." };
  expect(parse({})).toMatchObject({ status: "success", value });
});

test.each([
  ["nome", "", "Diga o seu primeiro nome."],
  ["nome", "A".repeat(41), "O nome passa de 40 caracteres."],
  ["nome", "visite www.exemplo.com", "O nome não pode ter endereço"],
  ["email", "ana", "Confira o e-mail"],
  ["nota", "", "Escolha uma nota, de 1 a 5."],
  ["nota", "6", "Escolha uma nota, de 1 a 5."],
  ["texto", "Muito bom!", "são ao menos 20 caracteres"],
  ["texto", "a".repeat(1001), "O texto passa de 1000 caracteres."],
])("a testimonial with %s '%.20s' is refused", (name, value, message) => {
  const { error } = parse({ [name]: value }).reply();
  expect(Object.keys(error ?? {})).toEqual([name]);
  expect(error?.[name]?.[0]).toContain(message);
});

test.each([
  ["Ana Clara Souza", "Ana"],
  ["Maria-José Lima", "Maria-José"],
  ["Dona Ana Souza", "Dona Ana"],
  ["Dra. Ana", "Dra. Ana"],
  ["d. ana", "d. ana"],
  ["Seu Zé, de Passos", "Seu Zé"],
  ["Dona", "Dona"],
])("visitors see %s as %s", (nome, shown) => {
  expect(firstNameOf(nome)).toBe(shown);
});
