import { describe, expect, test } from "vitest";
import { parseLogin, parseNewPassword, parseRegistration, readEmail } from "./credentials.ts";

function form(fields: Record<string, string>): FormData {
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) formData.append(name, value);
  return formData;
}

function errorsOf(
  submission: ReturnType<typeof parseLogin | typeof parseRegistration | typeof parseNewPassword>,
) {
  return submission.status === "success" ? null : submission.error;
}

const registration = {
  displayName: "Maria",
  email: " maria@example.com ",
  password: " segredo ",
  confirmPassword: " segredo ",
};

describe("login", () => {
  test("accepts e-mail and password", () => {
    const submission = parseLogin(form({ email: " maria@example.com", password: " x " }));
    expect(submission).toMatchObject({
      status: "success",
      value: { email: "maria@example.com", password: " x " },
    });
  });

  test("requires both", () => {
    expect(errorsOf(parseLogin(form({})))).toEqual({
      email: ["Escreva seu e-mail."],
      password: ["Escreva sua senha."],
    });
  });
});

describe("registration", () => {
  test("accepts the four fields", () => {
    expect(parseRegistration(form(registration))).toMatchObject({
      status: "success",
      value: { displayName: "Maria", email: "maria@example.com", password: " segredo " },
    });
  });

  test("requires all of them", () => {
    expect(errorsOf(parseRegistration(form({})))).toEqual({
      displayName: ["Escreva seu nome."],
      email: ["Escreva seu e-mail."],
      password: ["Escolha uma senha."],
    });
  });

  test.each([
    [{ confirmPassword: "outra" }, "confirmPassword", "As senhas precisam ser iguais!"],
    [
      { password: "12345", confirmPassword: "12345" },
      "password",
      "A senha precisa conter pelomenos 6 caracteres!",
    ],
    [
      { password: "😀".repeat(65), confirmPassword: "😀".repeat(65) },
      "password",
      "Use até 128 caracteres.",
    ],
    [{ email: "maria@" }, "email", "Confira o e-mail: falta algo nele."],
    [{ displayName: "a".repeat(81) }, "displayName", "Use até 80 caracteres."],
    [
      { displayName: "Ma\0ria" },
      "displayName",
      "Há um caractere aqui que não dá para guardar. Apague-o e digite de novo.",
    ],
    [
      { displayName: "Ganhe já: premio.example" },
      "displayName",
      "O nome não pode ter endereço de site nem de e-mail. Depois de um ponto, deixe um espaço.",
    ],
    [
      { displayName: "Ma\u200bria" },
      "displayName",
      "Há um caractere invisível aqui. Apague tudo e digite de novo.",
    ],
  ])("refuses %j", (fields, name, sentence) => {
    expect(errorsOf(parseRegistration(form({ ...registration, ...fields })))).toEqual({
      [name]: [sentence],
    });
  });

  test("does not echo passwords", () => {
    const reply = parseRegistration(form({ ...registration, confirmPassword: "outra" })).reply({
      hideFields: ["password", "confirmPassword"],
    });
    expect(reply.initialValue).toEqual({ displayName: "Maria", email: " maria@example.com " });
  });
});

describe("a new password", () => {
  test("is kept exactly as typed", () => {
    const fields = { password: " segredo ", confirmPassword: " segredo " };
    expect(parseNewPassword(form(fields))).toMatchObject({
      status: "success",
      value: { password: " segredo " },
    });
  });

  test.each([
    [{}, { password: ["Escolha uma senha."] }],
    [
      { password: "12345", confirmPassword: "1234" },
      {
        password: ["A senha precisa conter pelomenos 6 caracteres!"],
        confirmPassword: ["As senhas precisam ser iguais!"],
      },
    ],
  ])("refuses %j", (fields, errors) => {
    expect(errorsOf(parseNewPassword(form(fields)))).toEqual(errors);
  });
});

test.each([
  [" Maria@Example.com ", "maria@example.com"],
  ["maria@", null],
  ["", null],
  ["a\0b@example.com", null],
])("readEmail of %j is %j", (email, read) => {
  expect(readEmail(form({ email }))).toBe(read);
});
