import { expect, test } from "vitest";
import { checkMessage, readTyped } from "./message.ts";

const message = { nome: "Ana", email: "ana@exemplo.com.br", mensagem: "Olá!" };

test("a message comes back trimmed", () => {
  const typed = { nome: " Ana ", email: " ana@exemplo.com.br\n", mensagem: "\nOlá!  " };
  expect(checkMessage(typed)).toEqual({ ok: true, message });
});

test.each([
  [{ nome: " ", email: "", mensagem: "" }, "nome", "Por favor, preencha o nome."],
  [{ ...message, email: "\t", mensagem: "" }, "email", "Por favor, preencha o email."],
  [{ ...message, mensagem: " \n " }, "mensagem", "Por favor, preencha a mensagem."],
  [{ ...message, email: "ana", mensagem: "" }, "mensagem", "Por favor, preencha a mensagem."],
  [{ ...message, email: "ana" }, "email", "Confira o e-mail: falta algo nele."],
  [{ ...message, nome: "a".repeat(121) }, "nome", "O nome passa de 120 letras. Use um mais curto."],
  [
    { ...message, email: `${"a".repeat(250)}@b.br` },
    "email",
    "O e-mail passa de 254 letras. Confira se está certo.",
  ],
  [
    { ...message, mensagem: "a".repeat(5001) },
    "mensagem",
    "A mensagem passa de 5000 letras. Conte o principal, a gente responde.",
  ],
])("of %j the first problem is told: %s", (typed, field, text) => {
  expect(checkMessage(typed)).toEqual({ ok: false, problem: { field, text } });
});

test("the longest texts pass", () => {
  const longest = { ...message, nome: "a".repeat(120), mensagem: "á".repeat(5000) };
  expect(checkMessage(longest).ok).toBe(true);
});

test("a form gives what was typed; what is no text counts as empty", () => {
  const formData = new FormData();
  formData.set("nome", " Ana");
  formData.set("email", new File([], "foto.jpg"));
  formData.set("mensagem", "um\r\ndois");
  expect(readTyped(formData)).toEqual({ nome: " Ana", email: "", mensagem: "um\ndois" });
});
