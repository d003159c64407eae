import { Marked } from "marked";
import { z } from "zod";

const marked = new Marked({
  renderer: {
    // Texts contain no HTML: tags are shown as typed.
    html({ text }) {
      return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
    },
  },
});

/** Words with a hyphen at which no line should end, outside of tags. */
const hyphenated = /\b(?:e-mails?|MG-\d+)\b(?![^<>]*>)/gi;

/** Renders Markdown; tags in the text are escaped. */
export function renderMarkdown(markdown: string): string {
  const html = marked.parse(markdown, { async: false });
  return html.replace(hyphenated, "<span data-unbroken>$&</span>");
}

export interface MarkdownFile<Fields> {
  fields: Fields;
  body: string;
}

/** Front matter is `key: value` lines between `---`. Throws with the file's name if malformed. */
export function readMarkdown<Fields>(
  file: string,
  text: string,
  schema: z.ZodType<Fields>,
): MarkdownFile<Fields> {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined || body === undefined) {
    throw new Error(`${file}: the lines between --- and --- are missing`);
  }
  const given: Record<string, string> = {};
  for (const line of head.split("\n")) {
    const [, key, value] = /^([a-z]+): (\S.*)$/.exec(line) ?? [];
    if (key === undefined || value === undefined || key in given) {
      throw new Error(`${file}: "${line}" is not "key: value", or its key stands twice`);
    }
    given[key] = value;
  }
  const fields = schema.safeParse(given);
  if (!fields.success) throw new Error(`${file}: ${z.prettifyError(fields.error)}`);
  return { fields: fields.data, body: body.trim() };
}

/** Replaces placeholders such as `{{PLAN_DAYS}}`. Throws with the file's name if a fact is missing. */
export function fillPlaceholders(
  file: string,
  text: string,
  facts: Readonly<Record<string, string>>,
): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`${file}: ${placeholder} is unknown`);
    return fact;
  });
}

export interface Section {
  title: string;
  body: string;
}

/** Splits at `##` headings. `intro` comes before the first and may be empty. */
export function splitSections(body: string): { intro: string; sections: Section[] } {
  const [intro = "", ...parts] = body.split(/^## +/m);
  const sections = parts.map((part) => {
    const [title = "", ...lines] = part.split("\n");
    return { title: title.trim(), body: lines.join("\n").trim() };
  });
  return { intro: intro.trim(), sections };
}

export function countWords(markdown: string): number {
  const words = markdown.replace(/\]\([^)]*\)/g, "").match(/[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu);
  return words?.length ?? 0;
}
