import * as z from "zod/mini";
import { emailCheck, maxEmailLength } from "../../platform/ui/forms/email.ts";
import { parseForm } from "../../platform/ui/forms/parse-form.ts";
import { noAddressCheck, singleLineCheck } from "../../platform/ui/forms/text-rules.ts";

/** The limit of spec §8. */
export const minPasswordLength = 6;
export const maxPasswordLength = 128;

export const passwordTooShortMessage = "A senha precisa conter pelomenos 6 caracteres!";
const passwordsDifferMessage = "As senhas precisam ser iguais!";

/** A trimmed text; the first value counts if a field is sent twice. */
function text(maxLength: number, missing: string) {
  return z.pipe(
    z.transform((raw) => one(raw).trim()),
    z
      .string()
      .check(
        z.minLength(1, { error: missing, abort: true }),
        z.maxLength(maxLength, tooLong(maxLength)),
        singleLineCheck,
      ),
  );
}

/** Counts UTF-16 units, like better-auth; `z.maxLength` counts code points. */
function password(missing: string) {
  return z.pipe(
    z.transform(one),
    z.string().check(
      z.minLength(1, { error: missing, abort: true }),
      z.refine((typed) => typed.length <= maxPasswordLength, tooLong(maxPasswordLength)),
    ),
  );
}

function tooLong(most: number): string {
  return `Use até ${most} caracteres.`;
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

/** Runs even if other fields are invalid, so that every error shows at once. */
const isNewPasswordGood = z.check<{ password: string; confirmPassword: string }>(
  ({ value, issues }) => {
    const { password, confirmPassword } = value;
    if (password && password.length < minPasswordLength) {
      issues.push(refusal("password", passwordTooShortMessage, password));
    }
    if (password !== confirmPassword) {
      issues.push(refusal("confirmPassword", passwordsDifferMessage, confirmPassword));
    }
  },
  { when: () => true },
);

const displayName = z.pipe(text(80, "Escreva seu nome."), z.string().check(noAddressCheck));

const registrationSchema = z
  .object({ displayName, email, ...newPassword })
  .check(isNewPasswordGood);

const newPasswordSchema = z.object(newPassword).check(isNewPasswordGood);

const currentPassword = password("Escreva sua senha atual.");

const nameSchema = z.object({ displayName });
const emailChangeSchema = z.object({ email, currentPassword });
const passwordChangeSchema = z
  .object({
    currentPassword,
    ...newPassword,
    deletesPasskeys: z.transform((raw) => one(raw) !== ""),
  })
  .check(isNewPasswordGood);
const currentPasswordSchema = z.object({ currentPassword });

function refusal(field: string, message: string, input: unknown) {
  return { code: "custom" as const, path: [field], message, input };
}

/** The checks of spec §5. */
export function parseLogin(formData: FormData) {
  return parseForm(formData, ["email", "password"], loginSchema);
}

/** The checks of spec §5. */
export function parseRegistration(formData: FormData) {
  const fields = ["displayName", "email", "password", "confirmPassword"] as const;
  return parseForm(formData, fields, registrationSchema);
}

export function parseNewPassword(formData: FormData) {
  return parseForm(formData, ["password", "confirmPassword"], newPasswordSchema);
}

export function parseName(formData: FormData) {
  return parseForm(formData, ["displayName"], nameSchema);
}

export function parseEmailChange(formData: FormData) {
  return parseForm(formData, ["email", "currentPassword"], emailChangeSchema);
}

export function parsePasswordChange(formData: FormData) {
  const fields = ["currentPassword", "password", "confirmPassword", "deletesPasskeys"] as const;
  return parseForm(formData, fields, passwordChangeSchema);
}

export function parseCurrentPassword(formData: FormData) {
  return parseForm(formData, ["currentPassword"], currentPasswordSchema);
}

/** Reads an address to look an account up; null if invalid. */
export function readEmail(formData: FormData): string | null {
  const read = z.safeParse(email, formData.get("email"));
  return read.success ? emailKey(read.data) : null;
}

export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
