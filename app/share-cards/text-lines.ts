/** Returns a text's width in px. */
export type Measure = (text: string) => number;

/**
 * Breaks a text into at most `most` lines of about the same length, no wider than `width` px.
 * Breaks words wider than a line, and ends in "…" if the text needs more lines.
 */
export function breakLines(text: string, measure: Measure, width: number, most: number): string[] {
  const lines = fill(text, measure, width);
  if (lines.length > most) {
    const kept = lines.slice(0, most);
    const last = kept.length - 1;
    kept[last] = shortenToFit(`${kept[last]} ${lines[most]}`, measure, width);
    return kept;
  }
  return balance(text, measure, width, lines);
}

export function wordsFit(text: string, measure: Measure, width: number): boolean {
  return text.split(" ").every((word) => measure(word) <= width);
}

/** Shortens a text to `width` px, with "…" at its end. */
export function shortenToFit(text: string, measure: Measure, width: number): string {
  if (measure(text) <= width) return text;
  const characters = [...text];
  while (characters.length > 0) {
    characters.pop();
    const shortened = `${characters.join("").replace(/[\s,;:·.–-]+$/, "")}…`;
    if (measure(shortened) <= width) return shortened;
  }
  return "…";
}

function fill(text: string, measure: Measure, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const character of word) {
      if (line && measure(line + character) > width) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  if (line) lines.push(line);
  return lines;
}

/** Makes the lines as narrow as possible without needing more of them. */
function balance(text: string, measure: Measure, width: number, lines: string[]): string[] {
  if (lines.length < 2 || !wordsFit(text, measure, width)) return lines;
  let narrow = width / 2;
  let wide = width;
  let best = lines;
  while (wide - narrow > 2) {
    const middle = (narrow + wide) / 2;
    const tried = wordsFit(text, measure, middle) ? fill(text, measure, middle) : [];
    if (tried.length === lines.length) {
      best = tried;
      wide = middle;
    } else {
      narrow = middle;
    }
  }
  return best;
}
