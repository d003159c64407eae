import { escapeHtml } from "../ui/escape-html.ts";
import { buttonStyle, letterStyles } from "./letter-styles.ts";
import { type LetterButton, signature, type TypedRange } from "./letter-words.ts";

export interface LetterContent {
  subject: string;
  text: string;
  /** Ranges of the text that somebody other than us typed. */
  typed?: readonly TypedRange[];
  button?: LetterButton;
  /** Addresses on other sites that are the site's own words, and so become links. */
  links?: readonly string[];
  unsubscribe?: string;
}

interface Writer extends LetterContent {
  siteUrl: string;
  /** Typed words by index; a mark in the text stands for each. */
  typedWords: readonly string[];
  /** The button stands where the text has its address, and only there. */
  hasButton: boolean;
}

/**
 * Turns a letter's plain text into HTML: quotes, lists, headings in capitals, and its button. Everything is
 * escaped; links are made of the site's own addresses and of `links`. What somebody typed is none of these: it stands
 * in a quote, or is put in where `typed` says once the rest is written. Loads nothing. `siteUrl` has no trailing slash.
 */
export function writeLetterHtml(letter: LetterContent, siteUrl: string): string {
  const { text, typed = [] } = letter;
  const typedWords = typed.map(([from, to]) => text.slice(from, to));
  const writer: Writer = { ...letter, siteUrl, typedWords, hasButton: false };
  const paragraphs = forHtml({ ...letter, text: withMarks(text, typed) })
    .trim()
    .split(/\n{2,}/);
  if (paragraphs.at(-1) === signature) paragraphs.pop();
  const blocks = paragraphs.map((paragraph, n) => writeParagraph(writer, paragraph, n === 0));
  if (letter.button && !writer.hasButton) blocks.push(writeButton(letter.button));
  return frame(letter, blocks.join("\n"), siteUrl);
}

/** Stands for the typed words with this index, while the rest is read for addresses, headings and lists. */
const marks = /\u2068(\d+)\u2069/g;

function withMarks(text: string, typed: readonly TypedRange[]): string {
  const ends = [0, ...typed.map(([, to]) => to)];
  const between = ends.map((end, n) =>
    text.slice(end, typed[n]?.[0]).replace(/[\u2068\u2069]/g, ""),
  );
  return between.reduce((marked, part, n) => `${marked}\u2068${n - 1}\u2069${part}`);
}

/** The button stands for the address that the plain text shows; amounts stay on one line with their sign. */
function forHtml({ text, button }: LetterContent): string {
  const words = text.replace(/R\$ (?=\d)/g, "R$\u00a0");
  return button
    ? words.replace(`abra este endereço:\n\n${button.url}`, `toque no botão:\n\n${button.url}`)
    : words;
}

function writeParagraph(writer: Writer, paragraph: string, isFirst: boolean): string {
  if (isFirst && /^Olá(, [^\n]+)?!$/.test(paragraph)) {
    return `<p class="hello">${write(writer, paragraph)}</p>`;
  }
  if (isHeading(paragraph)) return `<h2>${escapeHtml(paragraph)}</h2>`;
  const isFineprint =
    writer.unsubscribe !== undefined && paragraph.split("\n").includes(writer.unsubscribe);
  const groups: { kind: LineKind; lines: string[] }[] = [];
  for (const line of paragraph.split("\n")) {
    const kind = kindOf(writer, line);
    const last = groups.at(-1);
    if (last?.kind === kind && kind !== "button") last.lines.push(line);
    else groups.push({ kind, lines: [line] });
    if (kind === "button") writer.hasButton = true;
  }
  return groups
    .map(({ kind, lines }) => {
      switch (kind) {
        case "quote":
          return `<blockquote>${lines.map((line) => write(writer, line.slice(1).trim())).join("<br>")}</blockquote>`;
        case "item":
          return `<ul>${lines.map((line) => `<li>${writeLine(writer, line.slice(2))}</li>`).join("")}</ul>`;
        case "button": {
          const words = wordsBefore(lines[0] ?? "");
          const sentence =
            words.split(" ").length > maxLabelWords ? `<p>${write(writer, words)}:</p>` : "";
          return sentence + (writer.button ? writeButton(writer.button) : "");
        }
        default: {
          const written = joinWrapped(lines).map((line) => writeLine(writer, line));
          // A listing's title above its facts.
          if (written.length > 2 && !lines[0]?.includes(": ")) written[0] = `<b>${written[0]}</b>`;
          const html = written.join("<br>");
          return `<p${isFineprint ? ' class="fine"' : ""}>${html}</p>`;
        }
      }
    })
    .join("\n");
}

type LineKind = "text" | "quote" | "item" | "button";

function kindOf({ button, hasButton }: Writer, line: string): LineKind {
  if (line.startsWith(">")) return "quote";
  if (line.startsWith("- ")) return "item";
  const isButton =
    button && !hasButton && (line === button.url || line.endsWith(`: ${button.url}`));
  return isButton ? "button" : "text";
}

/** A longer label than this is a sentence, which the button doesn't replace. */
const maxLabelWords = 5;

function wordsBefore(line: string): string {
  const at = line.lastIndexOf(": http");
  return at < 0 ? "" : line.slice(0, at);
}

function isHeading(paragraph: string): boolean {
  return /^[\p{Lu}\p{N} ]{4,60}$/u.test(paragraph) && /\p{Lu}{3}/u.test(paragraph);
}

/** Some texts break their lines at a comma, where HTML goes on. */
function joinWrapped(lines: readonly string[]): string[] {
  return lines.reduce<string[]>((joined, line) => {
    const last = joined.at(-1);
    if (last?.endsWith(",") && /^\p{Ll}/u.test(line)) joined.splice(-1, 1, `${last} ${line}`);
    else joined.push(line);
    return joined;
  }, []);
}

/** "Words: address" becomes the words as a link; other addresses are shown, the long ones shortened. */
function writeLine(writer: Writer, line: string): string {
  const [, words, address] = /^([^:]+): (https?:\/\/\S+)$/.exec(line) ?? [];
  if (words && !words.includes("\u2068") && address && isOurs(writer, address)) {
    return writeLink(address, words, "way");
  }
  if (line === writer.unsubscribe) return writeLink(line, "Não receber mais", "way");
  return line
    .split(/(https?:\/\/\S+)/)
    .map((part) => {
      const [, url = "", rest = ""] = /^(https?:\/\/\S+?)([.,;:!?)]*)$/.exec(part) ?? [];
      if (!url || !isOurs(writer, url)) return write(writer, part);
      return writeLink(url, shorten(url)) + escapeHtml(rest);
    })
    .join("");
}

function write({ typedWords }: Writer, text: string): string {
  return escapeHtml(text).replace(marks, (_, n) => escapeHtml(typedWords[Number(n)] ?? ""));
}

function isOurs({ siteUrl, links = [] }: Writer, url: string): boolean {
  return url === siteUrl || url.startsWith(`${siteUrl}/`) || links.includes(url);
}

const maxAddressLength = 42;

function shorten(url: string): string {
  const bare = url.replace(/^https?:\/\//, "");
  return bare.length > maxAddressLength ? `${bare.slice(0, maxAddressLength - 1)}…` : bare;
}

function writeLink(url: string, words: string, look?: "way"): string {
  return `<a${look ? ` class="${look}"` : ""} href="${escapeHtml(url)}">${escapeHtml(words)}</a>`;
}

function writeButton({ label, url }: LetterButton): string {
  return `<table role="presentation" class="action" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#0c4a50"><a style="${buttonStyle}" href="${escapeHtml(url)}">${escapeHtml(label)}</a></td></tr></table>`;
}

function frame({ subject, button }: LetterContent, body: string, siteUrl: string): string {
  const copy = button
    ? `<p>O botão não abre? Copie este endereço:<br><span class="address">${escapeHtml(button.url)}</span></p>`
    : "";
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>${letterStyles}</style>
</head>
<body>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="top" bgcolor="#0c4a50" style="color:#f7f4e8">Mar de Minas</td></tr>
<tr><td class="body">
${body}
</td></tr>
<tr><td class="foot">${copy}
<p>Mar de Minas, ranchos e casas para alugar no Lago de Furnas<br>${writeLink(siteUrl, shorten(siteUrl))}</p></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
