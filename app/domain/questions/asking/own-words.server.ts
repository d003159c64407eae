import { createHash } from "node:crypto";
import { suggestedMessages } from "../question.ts";
import type { QuestionInput } from "./question-form.server.ts";

/** Shorter words are anybody's, such as "Aceita cachorro?": only their sender's repetition counts. */
const commonLength = 60;

/**
 * Hash of what the visitor added to the form's own words, so that the same words to many advertisers are
 * noticed; null if they added nothing. Case, accents, punctuation, numbers, addresses and the ad's title
 * make no difference.
 */
export function hashOwnWords(
  { mensagem, email }: Pick<QuestionInput, "mensagem" | "email">,
  { title }: { title: string },
): string | null {
  const words = suggestedMessages
    .map((message) => bareWords(message, title))
    .reduce((left, said) => left.replace(said, "").trim(), bareWords(mensagem, title));
  if (words === "") return null;
  const key = words.length < commonLength ? `${words} ${email.toLowerCase()}` : words;
  return createHash("sha256").update(key).digest("base64url");
}

function bareWords(text: string, title: string): string {
  return text
    .replaceAll(title, " ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
}
