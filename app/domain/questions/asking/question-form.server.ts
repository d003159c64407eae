import * as z from "zod/mini";
import { emailCheck, maxEmailLength } from "../../../platform/ui/forms/email.ts";
import { parseForm } from "../../../platform/ui/forms/parse-form.ts";
import { readPhone } from "../../../platform/ui/forms/read-phone.server.ts";
import {
  noAddressCheck,
  readLines,
  singleLineCheck,
  storableCheck,
} from "../../../platform/ui/forms/text-rules.ts";
import { textOf } from "../../../platform/web/forms/form-outcome.ts";
import { readStay } from "../../calendar/read-stay.ts";
import { maxPeople, readPeople } from "../../listings/inquiry.ts";

const questionFields = [
  "nome",
  "email",
  "telefone",
  "entrada",
  "saida",
  "pessoas",
  "mensagem",
] as const;

type QuestionField = (typeof questionFields)[number];

export interface QuestionInput {
  nome: string;
  email: string;
  /** Digits; null if not given. */
  telefone: string | null;
  entrada: string | null;
  saida: string | null;
  pessoas: number | null;
  mensagem: string;
}

const maxMessageLength = 2000;

const trimmed = z.pipe(
  z.transform((raw: unknown) => (typeof raw === "string" ? readLines(raw).trim() : "")),
  z.string(),
);

const text = (missing: string, ...checks: z.core.$ZodCheck<string>[]) =>
  z.pipe(trimmed, z.string().check(z.minLength(1, missing), ...checks));

/** `day` is today, as a civil date. */
export function parseQuestion(formData: FormData, day: string) {
  // If a control is repeated, the checks below and the schema must see the same value.
  const single = new FormData();
  for (const name of questionFields) single.set(name, textOf(formData, name));
  const [entrada, saida] = [textOf(single, "entrada"), textOf(single, "saida")];
  const { problems } = readStay(new URLSearchParams({ entrada, saida }), day);
  const { people, problem } = readPeople(textOf(single, "pessoas").trim(), maxPeople);
  const without = (found: string | undefined) =>
    z.pipe(trimmed, z.string().check(z.refine(() => found === undefined, found)));
  const schema = z.pipe(
    z.object({
      nome: text(
        "Diga o seu nome.",
        z.maxLength(80, "O nome passa de 80 caracteres. Use um mais curto."),
        singleLineCheck,
        noAddressCheck,
      ),
      email: text(
        "Diga o seu e-mail: é para ele que vem a resposta.",
        z.maxLength(maxEmailLength, "O e-mail passa de 254 caracteres. Confira se está certo."),
        singleLineCheck,
        emailCheck,
      ),
      telefone: z.pipe(
        trimmed,
        z.transform((typed, { issues }) => {
          const read = readPhone(typed);
          if (!("problem" in read)) return read.digits || null;
          const message = `${read.problem} Ou deixe em branco: a resposta vem por e-mail.`;
          issues.push({ code: "custom", input: typed, message });
          return z.NEVER;
        }),
      ),
      entrada: without(problems.entrada),
      saida: without(problems.saida),
      pessoas: without(problem),
      mensagem: text(
        "Escreva a sua pergunta.",
        z.maxLength(maxMessageLength, "A pergunta passa de 2000 caracteres. Conte o principal."),
        storableCheck,
      ),
    }),
    z.transform(
      (fields): QuestionInput => ({
        ...fields,
        entrada: fields.entrada || null,
        saida: fields.saida || null,
        pessoas: people,
      }),
    ),
  );
  return parseForm<QuestionInput, QuestionField>(single, questionFields, schema);
}
