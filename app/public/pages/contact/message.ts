import * as z from "zod/mini";
import { emailCheck, maxEmailLength } from "../../../platform/ui/forms/email.ts";
import { parseForm } from "../../../platform/ui/forms/parse-form.ts";
import {
  readLines,
  singleLineCheck,
  storableCheck,
} from "../../../platform/ui/forms/text-rules.ts";
import { refuse } from "../../../platform/web/refusal.ts";

/** A message as in spec §3. */
export interface Message {
  nome: string;
  email: string;
  mensagem: string;
}

/** Fields in the order in which they are checked. */
const fields = ["nome", "email", "mensagem"] as const satisfies (keyof Message)[];

/** The message was not delivered while the visitor waited (spec §8). */
export const notDelivered = refuse("not-delivered", "Erro ao enviar o e-mail. Tente novamente.", {
  status: 503,
});

const text = (missing: string) =>
  z.pipe(
    z.transform((raw) => (typeof raw === "string" ? readLines(raw) : "")),
    z.string().check(z.trim(), z.minLength(1, missing)),
  );

const filled = z.object({
  nome: text("Por favor, preencha o nome."),
  email: text("Por favor, preencha o email."),
  mensagem: text("Por favor, preencha a mensagem."),
});

const wellFormed = z.object({
  nome: z
    .string()
    .check(z.maxLength(120, "O nome passa de 120 caracteres. Use um mais curto."), singleLineCheck),
  email: z
    .string()
    .check(
      z.maxLength(maxEmailLength, "O e-mail passa de 254 caracteres. Confira se está certo."),
      singleLineCheck,
      emailCheck,
    ),
  mensagem: z
    .string()
    .check(
      z.maxLength(
        5000,
        "A mensagem passa de 5000 caracteres. Conte o principal, a gente responde.",
      ),
      storableCheck,
    ),
});

const messageSchema = z.pipe(filled, wellFormed);

/**
 * Parses the form. Empty fields are reported first, in the order of spec §5, and lengths and
 * characters once all are filled.
 */
export function parseMessage(formData: FormData) {
  return parseForm(formData, fields, messageSchema);
}
