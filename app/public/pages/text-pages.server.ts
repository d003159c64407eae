import { z } from "zod";
import { graceDays, warningDays } from "../../domain/accounts/plans/plans.ts";
import { draftDays } from "../../domain/listings/drafts/draft-days.ts";
import {
  fillPlaceholders,
  readMarkdown,
  renderMarkdown,
  splitSections,
} from "../../platform/ui/prose/markdown.server.ts";
import { countOf } from "../../platform/ui/words.ts";
import { describeRunner } from "../../platform/web/runner-words.ts";
import type { Retention, SiteRunner } from "../../platform/web/site.server.ts";
import checkedListingText from "./content/anuncio-conferido.md?raw";
import howItWorksText from "./content/como-funciona.md?raw";
import guestsText from "./content/como-funciona-hospede.md?raw";
import orderingText from "./content/como-ordenamos.md?raw";
import numberLookupText from "./content/confira.md?raw";
import aboutTestimonialsText from "./content/depoimentos.md?raw";
import noticesText from "./content/em-desenvolvimento.md?raw";
import aboutText from "./content/sobre.md?raw";
import termsText from "./content/termos.md?raw";

const fields = z.strictObject({
  title: z.string().min(4).max(60),
  description: z.string().min(40).max(160),
});

const termsFields = fields.extend({ date: z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/) });

interface Part {
  title: string;
  html: string;
}

export interface TextPage {
  title: string;
  description: string;
  /** The introduction as HTML; may be empty. */
  intro: string;
  parts: Part[];
}

/** Reads a page; throws with the file's name if the text is malformed. */
export function readPage(file: string, text: string): TextPage {
  const { fields: known, body } = readMarkdown(file, text, fields);
  return { ...known, ...readParts(body) };
}

function readParts(body: string): Pick<TextPage, "intro" | "parts"> {
  const { intro, sections } = splitSections(body);
  const parts = sections.map(({ title, body: part }) => ({ title, html: renderMarkdown(part) }));
  return { intro: renderMarkdown(intro), parts };
}

/** Terms of use; `since` is dd/mm/yyyy. */
export interface Terms extends TextPage {
  date: string;
}

/** Facts in the terms that the operator sets. */
export interface TermsFacts {
  email: string | null;
  retention: Retention;
  runner: SiteRunner;
}

/** Reads the terms; throws with the file's name if the text is malformed. */
export function readTerms(
  file: string,
  text: string,
  { email, retention, runner }: TermsFacts,
): Terms {
  const { fields: known, body } = readMarkdown(file, text, termsFields);
  const address = email ? `[${email}](mailto:${email})` : "[a nossa equipe](/contato)";
  const runBy = describeRunner(runner);
  const facts: Record<string, string> = {
    SITE_EMAIL: address,
    RUN_BY: runBy ? ` Quem mantém o site é ${runBy}.` : "",
    PRIVACY_CONTACT: runner.privacyContact
      ? ` O encarregado pelos dados pessoais (art. 41) é ${runner.privacyContact}.`
      : "",
    RETENTION_DAYS: formatPeriod(retention.mail),
    VISIT_RETENTION_DAYS: formatPeriod(retention.visits),
    AUDIT_RETENTION_DAYS: formatPeriod(retention.auditLog),
    PLAN_WARNING_DAYS: countOf(warningDays, "dia"),
    PLAN_GRACE_DAYS: countOf(graceDays, "dia"),
    DRAFT_DAYS: countOf(draftDays, "dia"),
  };
  return { ...known, ...readParts(fillPlaceholders(file, body, facts)) };
}

const years = ["um ano", "dois anos", "três anos", "quatro anos", "cinco anos"];

/** Writes "30 dias", or whole years in words. */
function formatPeriod(days: number): string {
  const whole = Math.round(days / 365.25);
  const isWhole = Math.abs(days - whole * 365.25) < 1.5;
  return (isWhole && years[whole - 1]) || countOf(days, "dia");
}

/** The page of spec §2. */
export const about = readPage("sobre.md", aboutText);

/** The page has a section for each of the five steps (spec §2). */
export const howItWorks = readPage("como-funciona.md", howItWorksText);

export const howItWorksForGuests = readPage("como-funciona-hospede.md", guestsText);

export const checkedListing = readPage("anuncio-conferido.md", checkedListingText);

export const aboutTestimonials = readPage("depoimentos.md", aboutTestimonialsText);
export const listOrdering = readPage("como-ordenamos.md", orderingText);

export const numberLookup = readPage("confira.md", numberLookupText);

const notices = readPage("em-desenvolvimento.md", noticesText);

const nobody = { legalName: null, cnpj: null, address: null, privacyContact: null };
readTerms("termos.md", termsText, {
  email: null,
  retention: { mail: 1, visits: 1, auditLog: 1 },
  runner: nobody,
});

export function findTerms(facts: TermsFacts): Terms {
  return readTerms("termos.md", termsText, facts);
}

export function findNotice(slug: string): string | null {
  return notices.parts.find(({ title }) => title === slug)?.html ?? null;
}
