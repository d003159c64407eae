import { whatsappLink } from "../ui/forms/phone.ts";
import type { ListingSummary } from "./listing.ts";

/**
 * What a visitor's first WhatsApp message to an advertiser says (spec §2). `siteUrl` has no slash
 * at its end.
 */
export function greeting({ id, title }: Pick<ListingSummary, "id" | "title">, siteUrl: string) {
  return `Olá! Vim pelo site Mar de Minas e gostaria de mais informações sobre o anúncio "${title}": ${siteUrl}/posts/${id}`;
}

/** The address that opens WhatsApp with the greeting typed in. */
export function greetingLink(
  listing: Pick<ListingSummary, "id" | "title" | "telefone">,
  siteUrl: string,
): string {
  return whatsappLink(listing.telefone, greeting(listing, siteUrl));
}
