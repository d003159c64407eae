import { writeAsLine } from "../ui/forms/text-rules.ts";

/** The one thing that a letter asks for. */
export interface LetterButton {
  label: string;
  /** A whole address, or a path of the site for letters written where its address isn't known. */
  url: string;
}

interface LetterWords {
  text: string;
  button?: LetterButton;
}

/** Around words that somebody typed, until the letter is queued. */
const [opening, closing] = ["\u2068", "\u2069"];

/**
 * Marks words that somebody typed, which in HTML are only text, whatever Markdown they look like. What was stored on
 * several lines becomes one.
 */
export function typed(words: string): string {
  return opening + writeAsLine(words) + closing;
}

/** Quotes what somebody typed on several lines. */
export function quote(words: string): string {
  return words
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => `> ${typed(line)}`)
    .join("\n");
}

/** A range of a letter's text; `to` is exclusive. */
export type TypedRange = [from: number, to: number];

/** Takes the marks of {@link typed} off a text, and says where they stood. */
export function takeMarks(marked: string): { text: string; typed: TypedRange[] } {
  const ranges: TypedRange[] = [];
  let text = "";
  for (const [n, part] of marked.split(/\u2068([^\u2068\u2069]*)\u2069/).entries()) {
    const from = text.length;
    text += part.replace(/[\u2068\u2069]/g, "");
    if (n % 2 === 1) ranges.push([from, text.length]);
  }
  return { text, typed: ranges };
}

/** Last paragraph of every letter, which the HTML shows as the letterhead. */
export const signature = "Mar de Minas";

/** The plain text; a button's address that it doesn't name comes before the signature. */
export function writePlainText({ text, button }: LetterWords): string {
  if (!button || text.includes(button.url)) return text;
  const added = `${button.label}:\n${button.url}\n`;
  const body = text.trimEnd();
  return body.endsWith(`\n\n${signature}`)
    ? `${body.slice(0, -signature.length)}${added}\n${signature}\n`
    : `${body}\n\n${added}`;
}
