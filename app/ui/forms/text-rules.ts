import * as z from "zod/mini";

export const invalidCharacterMessage =
  "Há um sinal aqui que não se pode guardar. Apague-o e digite de novo.";

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = /^[^\0\p{Surrogate}]*$/u;

/** Whether PostgreSQL can store the text. */
export function isStorable(text: string): boolean {
  return storable.test(text);
}

/** Rejects characters that PostgreSQL can't store. */
export const storableCheck = z.regex(storable, invalidCharacterMessage);

/** Rejects control characters, line breaks included, and what PostgreSQL can't store. */
export const singleLineCheck = z.regex(/^[^\p{Cc}\p{Surrogate}]*$/u, invalidCharacterMessage);
