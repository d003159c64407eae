import { whatsappLink } from "../ui/forms/phone.ts";
import type { ListingSummary } from "./listing.ts";

/** A visitor's first WhatsApp message to an advertiser (spec §2). */
export function greeting({ id, title }: Pick<ListingSummary, "id" | "title">, siteUrl: string) {
  return `Olá! Vim pelo site Mar de Minas e gostaria de mais informações sobre o anúncio "${title}": ${siteUrl}/posts/${id}`;
}

export function greetingLink(
  listing: Pick<ListingSummary, "id" | "title" | "telefone">,
  siteUrl: string,
): string {
  return whatsappLink(listing.telefone, greeting(listing, siteUrl));
}
