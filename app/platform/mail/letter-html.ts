import { Marked } from "marked";
import { escapeHtml } from "../ui/escape-html.ts";
import { buttonStyle, letterStyles } from "./letter-styles.ts";
import { type LetterButton, signature, type TypedRange } from "./letter-words.ts";

export interface LetterContent {
  subject: string;
  /** Markdown. */
  text: string;
  /** Ranges of the text that somebody other than us typed. */
  typed?: readonly TypedRange[];
  /** Stands where the text has its address. */
  button?: LetterButton;
  /** Addresses on other sites that are the site's own words, and so become links. */
  links?: readonly string[];
}

/**
 * Turns a letter's Markdown into HTML. What somebody typed is put in once the rest is written, so that it is only text.
 * Links are made of the site's own addresses and of `links`. Loads nothing. `siteUrl` has no trailing slash.
 */
export function writeLetterHtml(letter: LetterContent, siteUrl: string): string {
  const { text, typed = [], button } = letter;
  const body = withMarks(text, typed)
    .trim()
    .replace(new RegExp(`\n\n${signature}$`), "");
  // The button says what the words before its address do.
  const markdown = button
    ? [": ", ":\n"].reduce(
        (all, gap) => all.replace(button.label + gap + button.url, button.url),
        body,
      )
    : body;
  const html = markdownFor(letter, siteUrl).parse(markdown, { async: false });
  return frame(
    letter,
    html.replace(marks, (_, n) => {
      const [from, to] = typed[Number(n)] ?? [0, 0];
      return escapeHtml(text.slice(from, to));
    }),
    siteUrl,
  );
}

/** Stands for the typed words with this index, while the rest is read. */
const marks = /\u2068(\d+)\u2069/g;

function withMarks(text: string, typed: readonly TypedRange[]): string {
  const ends = [0, ...typed.map(([, to]) => to)];
  const between = ends.map((end, n) =>
    text.slice(end, typed[n]?.[0]).replace(/[\u2068\u2069]/g, ""),
  );
  return between.reduce((marked, part, n) => `${marked}\u2068${n - 1}\u2069${part}`);
}

function markdownFor({ button, links = [] }: LetterContent, siteUrl: string): Marked {
  const isOurs = (url: string) =>
    url === siteUrl || url.startsWith(`${siteUrl}/`) || links.includes(url);
  return new Marked({
    gfm: true,
    breaks: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ raw }) => escapeHtml(raw),
      link({ href, text, raw }) {
        if (href === button?.url) return writeButton(button);
        return isOurs(href)
          ? writeLink(href, text === href ? shorten(href) : text)
          : escapeHtml(raw);
      },
    },
  });
}

const maxAddressLength = 42;

function shorten(url: string): string {
  const bare = url.replace(/^https?:\/\//, "");
  return bare.length > maxAddressLength ? `${bare.slice(0, maxAddressLength - 1)}…` : bare;
}

function writeLink(url: string, words: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`;
}

function writeButton({ label, url }: LetterButton): string {
  return `<a class="action" style="${buttonStyle}" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
}

function frame({ subject, button }: LetterContent, body: string, siteUrl: string): string {
  const copy = button
    ? `<p>O botão não abre? Copie este endereço:<br><span>${escapeHtml(button.url)}</span></p>`
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
