import * as z from "zod/mini";
import { parseForm } from "../../../platform/ui/forms/parse-form.ts";
import {
  readLines,
  singleLineCheck,
  storableCheck,
} from "../../../platform/ui/forms/text-rules.ts";

/** The values of `motivo`, with the visitor's wording. */
const reportReasons = {
  golpe: "Parece golpe: pedem dinheiro sem mostrar a casa",
  fotos: "As fotos ou o lugar não são estes",
  preco: "O preço cobrado é outro",
  calendario: "As datas livres não conferem",
  ofensivo: "O texto ou as fotos ofendem",
  outro: "Outra coisa",
} as const;

/** Those for a guest's testimonial. */
const testimonialReasons = {
  inventado: "Parece inventado",
  dados: "Mostra telefone, nome completo ou outro dado de alguém",
  ofensivo: "Ofende alguém",
  outro: "Outra coisa",
} as const;

export type ReportSubject = "listing" | "testimonial";

const reasonsOf = { listing: reportReasons, testimonial: testimonialReasons } as const;

export type ReportReason = keyof typeof reportReasons | keyof typeof testimonialReasons;

export function reasonsFor(subject: ReportSubject): [name: ReportReason, words: string][] {
  return Object.entries(reasonsOf[subject]) as [ReportReason, string][];
}

export function describeReason(motivo: string): string {
  return { ...testimonialReasons, ...reportReasons }[motivo as ReportReason] ?? motivo;
}

export interface ReportInput {
  motivo: ReportReason;
  detalhes: string;
  contato: string;
}

const reportFields = ["motivo", "detalhes", "contato"] as const;

const maxDetailsLength = 2000;
const maxContactLength = 254;

const optionalText = (...checks: z.core.$ZodCheck<string>[]) =>
  z.pipe(
    z.transform((raw) => (typeof raw === "string" ? readLines(raw) : "")),
    z.string().check(z.trim(), ...checks),
  );

const reportSchema = (subject: ReportSubject) =>
  z
    .object({
      motivo: z.enum(
        reasonsFor(subject).map(([name]) => name),
        { error: "Escolha o que houve." },
      ),
      detalhes: optionalText(
        z.maxLength(maxDetailsLength, "O texto passa de 2000 caracteres. Conte o principal."),
        storableCheck,
      ),
      contato: optionalText(
        z.maxLength(
          maxContactLength,
          "O contato passa de 254 caracteres. Deixe só um telefone ou e-mail.",
        ),
        singleLineCheck,
      ),
    })
    .check(
      z.refine(({ motivo, detalhes }) => motivo !== "outro" || detalhes !== "", {
        path: ["detalhes"],
        error: "Conte o que houve, em poucas palavras.",
      }),
    );

const schemas = { listing: reportSchema("listing"), testimonial: reportSchema("testimonial") };

export function parseReport(formData: FormData, subject: ReportSubject = "listing") {
  return parseForm(formData, reportFields, schemas[subject]);
}
