import * as z from "zod/mini";
import { emailCheck, maxEmailLength } from "../ui/forms/email.ts";

/** What the contact form carries (spec §3). */
export interface Message {
  nome: string;
  email: string;
  mensagem: string;
}

export type MessageField = keyof Message;

/** The fields of a message, in the order in which they are checked. */
export const messageFields = ["nome", "email", "mensagem"] as const satisfies MessageField[];

/** What is wrong with a message: one thing at a time, with the field it is in. */
export interface Problem {
  /** Null where it is no field's fault. */
  field: MessageField | null;
  text: string;
}

const text = (empty: string) => z.string().check(z.trim(), z.minLength(1, empty));

const filled = z.object({
  nome: text("Por favor, preencha o nome."),
  email: text("Por favor, preencha o email."),
  mensagem: text("Por favor, preencha a mensagem."),
});

const unfit = "Há um sinal aqui que não se pode guardar. Apague-o e digite de novo.";
/** A text in one line; PostgreSQL keeps no NUL, and half of a sign is none. */
const line = z.regex(/^[^\p{Cc}\p{Surrogate}]*$/u, unfit);
const lines = z.regex(/^[^\0\p{Surrogate}]*$/u, unfit);

const wellFormed = z.object({
  nome: z.string().check(z.maxLength(120, "O nome passa de 120 letras. Use um mais curto."), line),
  email: z
    .string()
    .check(
      z.maxLength(maxEmailLength, "O e-mail passa de 254 letras. Confira se está certo."),
      line,
      emailCheck,
    ),
  mensagem: z
    .string()
    .check(
      z.maxLength(5000, "A mensagem passa de 5000 letras. Conte o principal, a gente responde."),
      lines,
    ),
});

const schema = z.pipe(filled, wellFormed);

/** What was typed, as it was typed. */
export function readTyped(formData: FormData): Message {
  const [nome = "", email = "", mensagem = ""] = messageFields.map((field) => {
    const value = formData.get(field);
    return typeof value === "string" ? value.replace(/\r\n/g, "\n") : "";
  });
  return { nome, email, mensagem };
}

/**
 * Checks a message (spec §5): nothing empty after trimming, in the order of the fields; then that
 * nothing is too long and the e-mail looks like one. Gives it trimmed, or the first problem.
 */
export function checkMessage(
  typed: Message,
): { ok: true; message: Message } | { ok: false; problem: Problem } {
  const result = z.safeParse(schema, typed);
  if (result.success) return { ok: true, message: result.data };
  const [issue] = result.error.issues;
  const field = messageFields.find((name) => name === issue?.path[0]) ?? null;
  return { ok: false, problem: { field, text: issue?.message ?? "" } };
}
