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
