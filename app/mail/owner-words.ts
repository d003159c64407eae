/**
 * Returns the words that an account's owner chose, or `instead` if nobody has confirmed the
 * letter's address: it may be a stranger's, and nobody may make this site send their own words to
 * one.
 */
export type OwnerWords = (words: string, instead: string) => string;

export type LetterText = string | ((theirs: OwnerWords) => string);

export function greet(theirs: OwnerWords, name: string): string {
  return `Olá${theirs(`, ${name}`, "")}!`;
}
