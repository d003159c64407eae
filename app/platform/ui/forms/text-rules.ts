import * as z from "zod/mini";

export const invalidCharacterMessage =
  "Há um caractere aqui que não dá para guardar. Apague-o e digite de novo.";

const invisibleCharacterMessage = "Há um caractere invisível aqui. Apague tudo e digite de novo.";

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = /^[^\0\p{Surrogate}]*$/u;

export function isStorable(text: string): boolean {
  return storable.test(text);
}

/** Tidies a text of several lines: pasted texts often contain control characters that nobody typed. */
export function readLines(text: string): string {
  return text.replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, "\n").replace(/[^\P{Cc}\n\0]/gu, " ");
}

export const storableCheck = z.regex(storable, invalidCharacterMessage);

/** Control characters, and all that ends a line. */
const control = /[\p{Cc}\p{Surrogate}\p{Zl}\p{Zp}]/u;

/** Characters that are invisible or change the reading direction. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/** The look of the emoji or digit before them, and what joins an emoji to the next. */
const emojiParts =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}])[\uFE0E\uFE0F]?(?:\u200D(?=\p{Extended_Pictographic}))?|([\d#*])\uFE0F(?=\u20E3)/gu;

const emojiOrInvisible = new RegExp(`${emojiParts.source}|${invisible.source}`, "gu");

/**
 * The rule for a single line of typed text: the site repeats it in its own letters, headings and menus, where it must
 * look like what it is. Returns the sentence for the form; null if it may be stored.
 */
export function findLineProblem(text: string): string | null {
  if (control.test(text)) return invalidCharacterMessage;
  return invisible.test(text.replace(emojiParts, "$1$2")) ? invisibleCharacterMessage : null;
}

/** Writes text that may have been stored before the rule, or elsewhere, as one line without invisible characters. */
export function writeAsLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Surrogate}\s]+/gu, " ")
    .replace(emojiOrInvisible, (match, emoji, digit) => (emoji || digit ? match : ""))
    .trim();
}

export const singleLineCheck = z.check<string>(({ value, issues }) => {
  const message = findLineProblem(value);
  if (message) issues.push({ code: "custom", message, input: value });
});

/**
 * Finds a dot between letters, as e-mail programs turn "mar.com" into a link; also the wide forms.
 */
const address = /:\/\/|www\.|@|[\p{L}\d]\.\p{L}{2}/iu;

/** The site shows and sends names as its own words: they lead nowhere. */
export const noAddressCheck = z.refine<string>(
  (text) => !address.test(text.normalize("NFKC").replaceAll("。", ".")),
  "O nome não pode ter endereço de site nem de e-mail. Depois de um ponto, deixe um espaço.",
);
