import { type AskedSearch, readAsked, writeAsked } from "./asked-search.ts";

/** Distinguishes a search from the other words of a visit's mark. */
const sign = "?";

/** A word for the mark of a search page (`visitMark`). */
export function markAsked(asked: AskedSearch): string {
  return sign + writeAsked(asked);
}

/** What is counted of a search. */
export interface CountedSearch {
  /** "" for the whole region. */
  localizacao: string;
  /** The rest of what it asked for, as `writeAsked` writes it. */
  asked: string;
}

/** Checking a search takes as long as counting it, and most ask for what others did. */
const known = new Map<string, CountedSearch>();
const mostKnown = 2_000;

/** Finds the search among the words of a mark; null if there is none that a search page writes. */
export function findAsked(words: readonly string[]): CountedSearch | null {
  const word = words.find((one) => one.startsWith(sign));
  if (!word || word === sign) return null;
  const counted = known.get(word) ?? check(word.slice(sign.length));
  if (counted && known.size < mostKnown) known.set(word, counted);
  return counted;
}

function check(text: string): CountedSearch | null {
  const read = readAsked(text);
  return (
    read && {
      localizacao: read.localizacao ?? "",
      asked: writeAsked({ ...read, localizacao: null }),
    }
  );
}
