import type { Listing } from "../../../domain/listings/listing.ts";

/** Fields of an ad that its island needs. */
const fields = [
  "id",
  "title",
  "createdBy",
  "nomeContato",
  "telefone",
  "telefone2",
  "whatsapp",
  "valorFds",
  "valorDiaria",
  "observacoesTarifa",
  "minimoNoites",
  "fdsInteiro",
  "quantidadeMaximaPessoas",
  "unavailableDays",
  "seasons",
  "datesCheckedAt",
  "feedsReadAt",
] as const satisfies readonly (keyof Listing)[];

export type BrowserListing = Pick<Listing, (typeof fields)[number]>;

export function forBrowser(listing: Listing): BrowserListing {
  return Object.fromEntries(fields.map((name) => [name, listing[name]])) as BrowserListing;
}
