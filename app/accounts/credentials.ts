import * as z from "zod/mini";
import { emailCheck, maxEmailLength } from "../ui/forms/email.ts";
import { parseForm } from "../ui/forms/parse-form.ts";

/** The fewest characters of a password (spec §8). */
const fewestPasswordLetters = 6;

const passwordTooShortMessage = "A senha precisa conter pelomenos 6 caracteres!";
const passwordsDifferMessage = "As senhas precisam ser iguais!";

/** A required text, trimmed; a field sent twice counts with its first value. */
function text(maxLength: number, missing: string) {
  return z.pipe(
    z.transform((raw) => one(raw).trim()),
    z
      .string()
      .check(
        z.minLength(1, { error: missing, abort: true }),
        z.maxLength(maxLength, `Use até ${maxLength} letras.`),
        z.regex(/^[^\p{Cc}\p{Surrogate}]*$/u, "Há um sinal aqui que não se pode guardar."),
      ),
  );
}

/** A required password, to the letter as typed. */
function password(missing: string) {
  return z.pipe(
    z.transform(one),
    z
      .string()
      .check(
        z.minLength(1, { error: missing, abort: true }),
        z.maxLength(128, "Use até 128 letras."),
      ),
  );
}

function one(raw: unknown): string {
  const value = Array.isArray(raw) ? raw[0] : raw;
  return typeof value === "string" ? value : "";
}

const email = z.pipe(text(maxEmailLength, "Escreva seu e-mail."), z.string().check(emailCheck));

const loginSchema = z.object({ email, password: password("Escreva sua senha.") });

const newPassword = {
  password: password("Escolha uma senha."),
  confirmPassword: z.transform(one),
};

/** Told at once with what is wrong with the other fields. */
const isNewPasswordGood = z.check<{ password: string; confirmPassword: string }>(
  ({ value, issues }) => {
    const { password, confirmPassword } = value;
    if (password && password.length < fewestPasswordLetters) {
      issues.push(refusal("password", passwordTooShortMessage, password));
    }
    if (password !== confirmPassword) {
      issues.push(refusal("confirmPassword", passwordsDifferMessage, confirmPassword));
    }
  },
  { when: () => true },
);

const displayName = text(80, "Escreva seu nome.");

const registrationSchema = z
  .object({ displayName, email, ...newPassword })
  .check(isNewPasswordGood);

const newPasswordSchema = z.object(newPassword).check(isNewPasswordGood);

const currentPassword = password("Escreva sua senha atual.");

const nameSchema = z.object({ displayName });
const emailChangeSchema = z.object({ email, currentPassword });
const passwordChangeSchema = z.object({ currentPassword, ...newPassword }).check(isNewPasswordGood);
const deletionSchema = z.object({ currentPassword });

function refusal(field: string, message: string, input: unknown) {
  return { code: "custom" as const, path: [field], message, input };
}

/** Checks the login form (spec §5). */
export function parseLogin(formData: FormData) {
  return parseForm(formData, ["email", "password"], loginSchema);
}

/** Checks the sign-up form (spec §5). */
export function parseRegistration(formData: FormData) {
  const fields = ["displayName", "email", "password", "confirmPassword"] as const;
  return parseForm(formData, fields, registrationSchema);
}

/** Checks the form for a new password; its rules are those of the sign-up. */
export function parseNewPassword(formData: FormData) {
  return parseForm(formData, ["password", "confirmPassword"], newPasswordSchema);
}

/** Checks the form for another name. */
export function parseName(formData: FormData) {
  return parseForm(formData, ["displayName"], nameSchema);
}

/** Checks the form for another e-mail. */
export function parseEmailChange(formData: FormData) {
  return parseForm(formData, ["email", "currentPassword"], emailChangeSchema);
}

/** Checks the form for another password; its rules are those of the sign-up. */
export function parsePasswordChange(formData: FormData) {
  const fields = ["currentPassword", "password", "confirmPassword"] as const;
  return parseForm(formData, fields, passwordChangeSchema);
}

/** Checks the form that deletes an account. */
export function parseDeletion(formData: FormData) {
  return parseForm(formData, ["currentPassword"], deletionSchema);
}

/** The e-mail typed in the login form, in lower case; null where there is none that could be. */
export function readEmail(formData: FormData): string | null {
  const read = z.safeParse(email, formData.get("email"));
  return read.success ? emailKey(read.data) : null;
}

/** An e-mail as accounts are told apart by it. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
