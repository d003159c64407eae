import type { Listing } from "../../listings/listing.ts";

/** Fields of an ad that only server-rendered parts show. */
const serverFields = [
  "acessivel",
  "arCondicionado",
  "beiraDAgua",
  "beneficiosImovel",
  "berco",
  "body",
  "cercado",
  "createdAt",
  "detalhamentoQuartosSociais",
  "detalhamentoSuites",
  "detalhesCozinha",
  "detalhesSala",
  "enderecoCompleto",
  "estradaDeTerra",
  "maioresInformacoes",
  "mapaExato",
  "observacao",
  "pier",
  "position",
  "shareCard",
  "wifi",
] as const satisfies readonly (keyof Listing)[];

/** An ad as its page's code needs it. */
export type BrowserListing = Omit<Listing, (typeof serverFields)[number]>;

export function forBrowser(listing: Listing): BrowserListing {
  const shown: Partial<Listing> = { ...listing };
  for (const name of serverFields) delete shown[name];
  return shown as BrowserListing;
}
