import { z } from "zod";
import { readMarkdown, renderMarkdown, splitSections } from "../ui/prose/markdown.server.ts";
import howItWorksText from "./content/como-funciona.md?raw";
import noticesText from "./content/em-desenvolvimento.md?raw";
import aboutText from "./content/sobre.md?raw";
import termsText from "./content/termos.md?raw";

const fields = z.strictObject({
  title: z.string().min(4).max(60),
  description: z.string().min(40).max(160),
});

const termsFields = fields.extend({ date: z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/) });

/** A part of a page: its heading, and its text as HTML. */
interface Part {
  title: string;
  html: string;
}

/** A page of text: what it is called, what it is about, its opening and its parts. */
export interface TextPage {
  title: string;
  description: string;
  /** HTML; may be empty. */
  intro: string;
  parts: Part[];
}

/** A page of the file's text. Throws with the file's name where it is not as it should be. */
export function readPage(file: string, text: string): TextPage {
  const { fields: known, body } = readMarkdown(file, text, fields);
  return { ...known, ...readParts(body) };
}

function readParts(body: string): Pick<TextPage, "intro" | "parts"> {
  const { intro, sections } = splitSections(body);
  const parts = sections.map(({ title, body: part }) => ({ title, html: renderMarkdown(part) }));
  return { intro: renderMarkdown(intro), parts };
}

/** The terms, with the day from which they hold, dd/mm/yyyy. */
export interface Terms extends TextPage {
  date: string;
}

const emailMark = "{{SITE_EMAIL}}";
const retentionMark = "{{RETENTION_DAYS}}";

/**
 * The terms of the file's text, the site's e-mail address in its places (without one, the way to
 * the contact form), and for how many days e-mails are kept. Throws with the file's name where it is
 * not as it should be.
 */
export function readTerms(
  file: string,
  text: string,
  email: string | null,
  retentionDays: number,
): Terms {
  const { fields: known, body } = readMarkdown(file, text, termsFields);
  const address = email ? `[${email}](mailto:${email})` : "[a nossa equipe](/contato)";
  const days = retentionDays === 1 ? "1 dia" : `${retentionDays} dias`;
  const filled = body.replaceAll(emailMark, address).replaceAll(retentionMark, days);
  return { ...known, ...readParts(filled) };
}

/** What the site is (spec §2). */
export const about = readPage("sobre.md", aboutText);

/** How it works, a part for each of the five steps (spec §2). */
export const howItWorks = readPage("como-funciona.md", howItWorksText);

const notices = readPage("em-desenvolvimento.md", noticesText);

readTerms("termos.md", termsText, null, 1);

/** The terms, in which `email` is how to reach the site, and e-mails are kept so many days. */
export function findTerms(email: string | null, retentionDays: number): Terms {
  return readTerms("termos.md", termsText, email, retentionDays);
}

/** What a page still to come says, as HTML; null where there is no such page. */
export function findNotice(slug: string): string | null {
  return notices.parts.find(({ title }) => title === slug)?.html ?? null;
}
