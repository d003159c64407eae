import { expect, test } from "vitest";
import { parseMessage } from "./message.ts";

const message = { nome: "Ana", email: "ana@exemplo.com.br", mensagem: "Olá!" };

function formOf(fields: Record<string, string | File>): FormData {
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) formData.set(name, value);
  return formData;
}

test("a message is trimmed and has plain line breaks", () => {
  const submission = parseMessage(
    formOf({ nome: " Ana ", email: " ana@exemplo.com.br\n", mensagem: "\num\r\ndois  " }),
  );
  expect(submission.status === "success" && submission.value).toEqual({
    ...message,
    mensagem: "um\ndois",
  });
});

test.each([
  [{ ...message, email: "ana", mensagem: "" }, "mensagem", "Por favor, preencha a mensagem."],
  [{ ...message, email: "ana" }, "email", "Confira o e-mail: falta algo nele."],
  [
    { ...message, nome: "a".repeat(121) },
    "nome",
    "O nome passa de 120 caracteres. Use um mais curto.",
  ],
  [
    { ...message, email: `${"a".repeat(250)}@b.br` },
    "email",
    "O e-mail passa de 254 caracteres. Confira se está certo.",
  ],
  [
    { ...message, mensagem: "a".repeat(5001) },
    "mensagem",
    "A mensagem passa de 5000 caracteres. Conte o principal, a gente responde.",
  ],
  [
    { ...message, nome: "Ana\r\nBcc: x" },
    "nome",
    "Há um caractere aqui que não dá para guardar. Apague-o e digite de novo.",
  ],
  [
    { ...message, mensagem: "O\0i" },
    "mensagem",
    "Há um caractere aqui que não dá para guardar. Apague-o e digite de novo.",
  ],
])("%j is refused at its field: %s", (typed, field, text) => {
  const { status, error, initialValue } = parseMessage(formOf(typed)).reply();
  expect([status, error]).toEqual(["error", { [field]: [text] }]);
  expect(initialValue).toMatchObject(
    Object.fromEntries(Object.entries(typed).filter(([, v]) => v)),
  );
});

test("all empty fields are reported, in the order of the form", () => {
  const { error } = parseMessage(formOf({ nome: " ", email: "\t", mensagem: " \n " })).reply();
  expect(Object.entries(error ?? {})).toEqual([
    ["nome", ["Por favor, preencha o nome."]],
    ["email", ["Por favor, preencha o email."]],
    ["mensagem", ["Por favor, preencha a mensagem."]],
  ]);
});

test("the longest texts are accepted", () => {
  const longest = { ...message, nome: "a".repeat(120), mensagem: "á".repeat(5000) };
  expect(parseMessage(formOf(longest)).status).toBe("success");
});

test("a file in place of a text counts as empty", () => {
  const { error } = parseMessage(formOf({ ...message, email: new File([], "foto.jpg") })).reply();
  expect(error).toEqual({ email: ["Por favor, preencha o email."] });
});
