import * as z from "zod/mini";
import { daysFrom, isCivilDate, parseCivilDate } from "../../../calendar/civil-date.ts";
import { maxNoteLengths } from "../../../db/note-lengths.ts";
import { parseForm } from "../../../ui/forms/parse-form.ts";
import { readLines, singleLineCheck, storableCheck } from "../../../ui/forms/text-rules.ts";

const noteFields = ["entrada", "saida", "hospede", "sinal", "anotacao"] as const;

export type NoteField = (typeof noteFields)[number];

/** What an owner notes about a stay; `saida` is the check-out day. */
export type StayNoteInput = Record<NoteField, string>;

export interface StayNote extends StayNoteInput {
  id: string;
}

/** Longer than any stay, for the guests who stay for a season. */
const maxNoteNights = 366;

/** Date inputs send `YYYY-MM-DD`; browsers without them send the text typed. */
const civil = (message: string) =>
  z.pipe(
    z.transform((raw: unknown) => {
      const text = typeof raw === "string" ? raw.trim() : "";
      return isCivilDate(text) ? text : (parseCivilDate(text) ?? "");
    }),
    z.string().check(z.minLength(1, message)),
  );

/** Browsers send line breaks as two characters, and count them as one. */
const words = (most: number, check: z.core.$ZodCheck<string>) =>
  z.pipe(
    z.transform((raw: unknown) => (typeof raw === "string" ? readLines(raw).trim() : "")),
    z.string().check(z.maxLength(most, `Use até ${most} caracteres.`), check),
  );

const noteSchema = z
  .object({
    entrada: civil("Escolha o dia da entrada."),
    saida: civil("Escolha o dia da saída."),
    hospede: words(maxNoteLengths.hospede, singleLineCheck),
    sinal: words(maxNoteLengths.sinal, singleLineCheck),
    anotacao: words(maxNoteLengths.anotacao, storableCheck),
  })
  .check(
    z.refine(({ entrada, saida }) => saida > entrada, {
      path: ["saida"],
      message: "A saída precisa ser depois da entrada.",
    }),
    z.refine(({ entrada, saida }) => daysFrom(entrada, saida) <= maxNoteNights, {
      path: ["saida"],
      message: "Uma anotação vale para até um ano. Confira as datas.",
    }),
    z.refine(({ hospede, sinal, anotacao }) => hospede + sinal + anotacao !== "", {
      path: ["hospede"],
      message: "Escreva o nome do hóspede, o sinal ou uma anotação.",
    }),
  );

export function parseNote(formData: FormData) {
  return parseForm<StayNoteInput, NoteField>(formData, noteFields, noteSchema);
}
