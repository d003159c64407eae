import { type AskedSearch, readAsked, writeAsked } from "./asked-search.ts";

/** Distinguishes a search from the other words of a visit's mark. */
const sign = "?";

/** A word for the mark of a search page (`visitMark`). */
export function markAsked(asked: AskedSearch): string {
  return sign + writeAsked(asked);
}

/** Finds the search among the words of a mark; null if there is none. */
export function findAsked(words: readonly string[]): AskedSearch | null {
  const word = words.find((one) => one.startsWith(sign));
  return word && word !== sign ? readAsked(word.slice(sign.length)) : null;
}
