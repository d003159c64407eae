export const allListingsTag = "anuncios";

export function listingTag(id: string): string {
  return `anuncio ${id}`;
}

export function locationTag(localizacao: string): string {
  return `lugar ${localizacao}`;
}

/** If the location is null, tags only the listing's own page. */
export function tagsOfListing(id: string, localizacao: string | null): string[] {
  if (localizacao === null) return [listingTag(id)];
  return [allListingsTag, listingTag(id), locationTag(localizacao)];
}
