import * as z from "zod/mini";
import { emailCheck, maxEmailLength } from "../ui/forms/email.ts";
import { singleLineCheck, storableCheck } from "../ui/forms/text-rules.ts";

/** The fields of the contact form (spec §3). */
export interface Message {
  nome: string;
  email: string;
  mensagem: string;
}

export type MessageField = keyof Message;

/** Field names in the order they are checked. */
export const messageFields = ["nome", "email", "mensagem"] as const satisfies MessageField[];

/** The first problem found in a message. */
export interface Problem {
  /** Null if no single field is at fault. */
  field: MessageField | null;
  text: string;
}

const text = (empty: string) => z.string().check(z.trim(), z.minLength(1, empty));

const filled = z.object({
  nome: text("Por favor, preencha o nome."),
  email: text("Por favor, preencha o email."),
  mensagem: text("Por favor, preencha a mensagem."),
});

const wellFormed = z.object({
  nome: z
    .string()
    .check(z.maxLength(120, "O nome passa de 120 letras. Use um mais curto."), singleLineCheck),
  email: z
    .string()
    .check(
      z.maxLength(maxEmailLength, "O e-mail passa de 254 letras. Confira se está certo."),
      singleLineCheck,
      emailCheck,
    ),
  mensagem: z
    .string()
    .check(
      z.maxLength(5000, "A mensagem passa de 5000 letras. Conte o principal, a gente responde."),
      storableCheck,
    ),
});

const schema = z.pipe(filled, wellFormed);

/** The form's values exactly as typed. */
export function readTyped(formData: FormData): Message {
  const [nome = "", email = "", mensagem = ""] = messageFields.map((field) => {
    const value = formData.get(field);
    return typeof value === "string" ? value.replace(/\r\n/g, "\n") : "";
  });
  return { nome, email, mensagem };
}

/**
 * Validates a message (spec §5): first that no field is empty, in order; then lengths, characters
 * and the e-mail. Returns the trimmed message or the first problem.
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
