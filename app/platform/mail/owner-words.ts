import { type LetterButton, typed } from "./letter-words.ts";

/**
 * Returns the words that an account's owner chose, or `instead` if nobody has confirmed the
 * letter's address: it may be a stranger's, and nobody may make this site send their own words to
 * one.
 */
export type OwnerWords = (words: string, instead: string) => string;

/** Words that somebody typed stand in it as `typed` or `quote` writes them. */
type LetterText = string | ((theirs: OwnerWords) => string);

/** A letter to an account. */
export interface WrittenLetter {
  subject: string;
  text: LetterText;
  /** The action it asks for; its address is in the text, or is added to it. */
  button?: LetterButton | ((theirs: OwnerWords) => LetterButton);
}

export function greet(theirs: OwnerWords, name: string): string {
  return `Olá${theirs(`, ${typed(name)}`, "")}!`;
}
