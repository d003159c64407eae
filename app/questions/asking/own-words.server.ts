import { createHash } from "node:crypto";
import { listHolidaysOf } from "../../calendar/holidays.ts";
import { greeting } from "../../listings/card/greeting.ts";
import { stayOf } from "../question.ts";
import type { QuestionInput } from "./question-form.ts";

/** Shorter words are anybody's, such as "Aceita cachorro?": only their sender's repetition counts. */
const commonLength = 60;

/**
 * Hash of what the visitor added to the site's greeting, so that the same words to many advertisers are
 * noticed; null if they added nothing. Case, accents, punctuation, numbers, addresses and the ad's title
 * make no difference.
 */
export function hashOwnWords(
  { mensagem, email, ...asked }: QuestionInput,
  listing: { title: string; nomeContato?: string },
): string | null {
  const words = withoutGreeting(bareWords(mensagem, listing.title), asked, listing);
  if (words === "") return null;
  const key = words.length < commonLength ? `${words} ${email.toLowerCase()}` : words;
  return createHash("sha256").update(key).digest("base64url");
}

function withoutGreeting(
  words: string,
  { entrada, saida, pessoas }: Pick<QuestionInput, "entrada" | "saida" | "pessoas">,
  { title, nomeContato = "" }: { title: string; nomeContato?: string },
): string {
  const stays = [stayOf({ entrada, saida }), null];
  const questions = stays.flatMap((stay) =>
    [pessoas, null].flatMap((people) => [
      { stay, people, total: 1 },
      ...[null, ...(stay ? listHolidaysOf(stay).map(({ name }) => name) : [])].flatMap(
        (unpricedHoliday) =>
          [true, false].map((isTaken) => ({ stay, people, total: null, unpricedHoliday, isTaken })),
      ),
    ]),
  );
  // A page kept since before the ad had a contact name greets nobody by name.
  const greetings = questions.flatMap((question) =>
    [nomeContato, ""].map((name) =>
      bareWords(greeting({ id: "", title, nomeContato: name }, "https://x", question), title),
    ),
  );
  const said = greetings
    .filter((one) => words.startsWith(one))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  return words.slice(said.length).trim();
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
