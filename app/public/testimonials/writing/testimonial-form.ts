import * as z from "zod/mini";
import {
  maxNameLength,
  maxTextLength,
  minTextLength,
} from "../../../domain/testimonials/testimonial.ts";
import { emailCheck, maxEmailLength } from "../../../platform/ui/forms/email.ts";
import { parseForm } from "../../../platform/ui/forms/parse-form.ts";
import {
  noAddressCheck,
  readLines,
  singleLineCheck,
  storableCheck,
} from "../../../platform/ui/forms/text-rules.ts";

const testimonialFields = ["nome", "email", "nota", "texto"] as const;

export interface TestimonialInput {
  nome: string;
  email: string;
  nota: number;
  texto: string;
}

const text = (missing: string, ...checks: z.core.$ZodCheck<string>[]) =>
  z.pipe(
    z.transform((raw: unknown) => (typeof raw === "string" ? readLines(raw).trim() : "")),
    z.string().check(z.minLength(1, missing), ...checks),
  );

const testimonialSchema = z.pipe(
  z.object({
    nome: text(
      "Diga o seu primeiro nome.",
      z.maxLength(maxNameLength, `O nome passa de ${maxNameLength} caracteres. Use só o primeiro.`),
      singleLineCheck,
      noAddressCheck,
    ),
    email: text(
      "Diga o seu e-mail: é por ele que você confirma.",
      z.maxLength(maxEmailLength, "O e-mail passa de 254 caracteres. Confira se está certo."),
      singleLineCheck,
      emailCheck,
    ),
    nota: z.enum(["1", "2", "3", "4", "5"], { error: "Escolha uma nota, de 1 a 5." }),
    texto: text(
      "Conte como foi.",
      z.minLength(minTextLength, `Conte um pouco mais: são ao menos ${minTextLength} caracteres.`),
      z.maxLength(
        maxTextLength,
        `O texto passa de ${maxTextLength} caracteres. Conte o principal.`,
      ),
      storableCheck,
    ),
  }),
  z.transform((fields): TestimonialInput => ({ ...fields, nota: Number(fields.nota) })),
);

export function parseTestimonial(formData: FormData) {
  return parseForm<TestimonialInput, (typeof testimonialFields)[number]>(
    formData,
    testimonialFields,
    testimonialSchema,
  );
}
