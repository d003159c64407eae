import * as z from "zod/mini";

export const invalidCharacterMessage =
  "Há um caractere aqui que não dá para guardar. Apague-o e digite de novo.";

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = /^[^\0\p{Surrogate}]*$/u;

export function isStorable(text: string): boolean {
  return storable.test(text);
}

export const storableCheck = z.regex(storable, invalidCharacterMessage);

/** Also rejects control characters, including line breaks. */
export const singleLineCheck = z.regex(/^[^\p{Cc}\p{Surrogate}]*$/u, invalidCharacterMessage);
