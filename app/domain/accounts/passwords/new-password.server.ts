import { eq } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { staff } from "../../../platform/db/operation-schema.ts";
import { type Refusal, refuse } from "../../../platform/web/refusal.ts";
import { minPasswordLength, passwordTooShortMessage } from "../credentials.ts";
import { guessedWords, rows } from "./guessed-words.ts";
import { isLongEnoughForStaff, staffPasswordMessage } from "./staff-password.ts";

/** Length of the ranking that is used for short passwords. A longer one refuses some that nobody would try. */
const howManyCommon = 10_000;

/** The sentence of spec §8, also for passwords that are long enough but easily guessed. */
export const weakPassword = refuse("weak-password", passwordTooShortMessage, { field: "password" });

let common: Promise<ReadonlySet<string>> | null = null;

/** Loaded with the first new password: a third of a megabyte that most processes never need. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const ranking = dictionary["passwords-common"].map(String);
  return new Set(
    ranking.filter((password, rank) => rank < howManyCommon || isLongEnoughForStaff(password)),
  );
}

/**
 * True for a password that is among the commonest, with or without digits around it, for a monotonous one, and for
 * one made only of digits and words that a guesser would begin with: the account's e-mail and name, and those of this site and
 * its region. Rankings hardly have any as long as the staff's, so those are also refused if two common ones make them up.
 */
export async function isEasilyGuessed(
  password: string,
  { email, displayName }: { email: string; displayName: string },
): Promise<boolean> {
  common ??= loadCommon();
  const ranking = await common;
  // As better-auth does before hashing: in wide characters it is the same password.
  const typed = password.normalize("NFKC").toLowerCase();
  if (isMonotonous(typed)) return true;
  const letters = lettersOf(typed);
  const core = letters.replace(/^\d+|\d+$/g, "");
  if (ranking.has(typed) || ranking.has(core)) return true;
  if (isLongEnoughForStaff(password) && isPairOf(ranking, core)) return true;
  const [mailbox = ""] = email.split("@");
  const words = [email, mailbox, ...mailbox.split(/[._+-]/), displayName, ...displayName.split(" ")]
    .map(lettersOf)
    .concat(guessedWords)
    .filter((word) => word.replace(/\d/g, "").length > 2)
    .sort((a, b) => b.length - a.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), letters);
  return rest !== letters && /^\d*$/.test(rest);
}

function isPairOf(words: ReadonlySet<string>, text: string): boolean {
  return Array.from(text).some(
    (_, at) => words.has(text.slice(0, at)) && words.has(text.slice(at)),
  );
}

/** True for fewer than four different characters, and for neighbours in the alphabet or on a keyboard. */
function isMonotonous(text: string): boolean {
  const characters = [...text];
  if (new Set(characters).size < 4) return true;
  const backwards = characters.toReversed().join("");
  return rows.some((row) => row.includes(text) || row.includes(backwards));
}

/** Keeps letters in lower case, without accents and signs. */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^\p{Letter}\p{Number}]/gu, "");
}

/** Null if it is good enough for the account with this `uid`, or for a new one. */
export async function refuseNewPassword(
  db: Db | Transaction,
  password: string,
  account: { uid?: string; email: string; displayName: string },
): Promise<Refusal | null> {
  if (password.length < minPasswordLength) return weakPassword;
  if (await isEasilyGuessed(password, account)) return weakPassword;
  if (account.uid && !isLongEnoughForStaff(password)) {
    const isStaff = (await db.$count(staff, eq(staff.userId, account.uid))) > 0;
    if (isStaff) return refuse("weak-password", staffPasswordMessage, { field: "password" });
  }
  return null;
}
