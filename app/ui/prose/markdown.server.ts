import { Marked } from "marked";
import { z } from "zod";

const marked = new Marked({
  renderer: {
    // A text is words, not code: a tag in it is shown as it was typed.
    html({ text }) {
      return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
    },
  },
});

/** Markdown as HTML; tags in it are shown as text. */
export function renderMarkdown(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

/** A file of text: what stands between its `---` lines, checked, and what follows, in Markdown. */
export interface MarkdownFile<Fields> {
  fields: Fields;
  body: string;
}

/**
 * Reads a file that opens with `---`, lines `key: value` and `---`. Throws with the file's name
 * where that is not so, a key is unknown, missing or given twice, or its value is not allowed.
 */
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

/** What stands under a `##` heading, the heading aside. */
export interface Section {
  title: string;
  body: string;
}

/** Parts a text at its `##` headings. `intro` is what stands before the first; it may be empty. */
export function splitSections(body: string): { intro: string; sections: Section[] } {
  const [intro = "", ...parts] = body.split(/^## +/m);
  const sections = parts.map((part) => {
    const [title = "", ...lines] = part.split("\n");
    return { title: title.trim(), body: lines.join("\n").trim() };
  });
  return { intro: intro.trim(), sections };
}

/** The words of a text that are read: not the marks of Markdown, not the addresses of links. */
export function countWords(markdown: string): number {
  const words = markdown.replace(/\]\([^)]*\)/g, "").match(/[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu);
  return words?.length ?? 0;
}
