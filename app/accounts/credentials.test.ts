import { describe, expect, test } from "vitest";
import { parseLogin, parseRegistration } from "./credentials.ts";

function form(fields: Record<string, string>): FormData {
  const formData = new FormData();
  for (const [name, value] of Object.entries(fields)) formData.append(name, value);
  return formData;
}

function errorsOf(
  submission: ReturnType<typeof parseLogin> | ReturnType<typeof parseRegistration>,
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
  test("takes e-mail and password", () => {
    const submission = parseLogin(form({ email: " maria@example.com", password: " x " }));
    expect(submission).toMatchObject({
      status: "success",
      value: { email: "maria@example.com", password: " x " },
    });
  });

  test("asks for both", () => {
    expect(errorsOf(parseLogin(form({})))).toEqual({
      email: ["Escreva seu e-mail."],
      password: ["Escreva sua senha."],
    });
  });
});

describe("registration", () => {
  test("takes the four fields", () => {
    expect(parseRegistration(form(registration))).toMatchObject({
      status: "success",
      value: { displayName: "Maria", email: "maria@example.com", password: " segredo " },
    });
  });

  test("asks for all of them", () => {
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
    [{ email: "maria@" }, "email", "Confira o e-mail: falta algo nele."],
    [{ displayName: "a".repeat(81) }, "displayName", "Use até 80 letras."],
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
