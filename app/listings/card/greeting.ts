import { formatPeople, formatStayInFull } from "../../calendar/stays.ts";
import { formatCents } from "../../prices/money.ts";
import { whatsappLink } from "../../ui/forms/phone.ts";
import type { Inquiry } from "../inquiry.ts";
import type { ListingSummary } from "../listing.ts";

export interface Question extends Inquiry {
  /** Estimate in cents. */
  total: number | null;
}

const noQuestion: Question = { stay: null, people: null, total: null };

/** Writes the visitor's first WhatsApp message (spec §2). `siteUrl` has no trailing slash. */
export function greeting(
  { id, title }: Pick<ListingSummary, "id" | "title">,
  siteUrl: string,
  { stay, people, total }: Question = noQuestion,
): string {
  const opening = `Olá! Vim pelo site Mar de Minas e gostaria de mais informações sobre o anúncio "${title}"`;
  const address = `${siteUrl}/posts/${id}`;
  const details = [
    stay && `de ${formatStayInFull(stay)}`,
    people !== null && `para ${formatPeople(people)}`,
  ].filter(Boolean);
  if (details.length === 0) return `${opening}: ${address}`;
  const estimate = total === null ? "" : ` A estimativa do site é ${formatCents(total)}.`;
  const question = stay ? " Está livre?" : "";
  return `${opening}, ${details.join(", ")}.${estimate}${question} ${address}`;
}

export function greetingLink(
  listing: Pick<ListingSummary, "id" | "title" | "telefone">,
  siteUrl: string,
  question?: Question,
): string {
  return whatsappLink(listing.telefone, greeting(listing, siteUrl, question));
}
