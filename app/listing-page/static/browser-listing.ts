import type { Listing } from "../../listings/listing.ts";
import { type ShownPhoto, shortenId } from "../../photos/photo.ts";

/** Fields of an ad that only server-rendered parts show. */
const serverFields = [
  "QuantidadeTotalQuartos",
  "QuantidadeTotalQuartosSuites",
  "aceitaPets",
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
  "lazer",
  "maioresInformacoes",
  "mapaExato",
  "observacao",
  "pier",
  "position",
  "wifi",
] as const satisfies readonly (keyof Listing)[];

/** An ad as its page's code needs it. */
export type BrowserListing = Omit<Listing, (typeof serverFields)[number] | "photos"> & {
  photos: ShownPhoto[];
};

export function forBrowser(listing: Listing): BrowserListing {
  const shown: Partial<Listing> = { ...listing };
  for (const name of serverFields) delete shown[name];
  const photos = listing.photos.map(({ id, key: _key, cover: _cover, ...photo }) => ({
    id: shortenId(id),
    ...photo,
  }));
  return { ...(shown as BrowserListing), photos };
}
