/** Pages that show listings in general. */
export const allListingsTag = "anuncios";

/** Pages that show this listing. */
export function listingTag(id: string): string {
  return `anuncio ${id}`;
}

/** Pages that show listings in this location. */
export function locationTag(localizacao: string): string {
  return `lugar ${localizacao}`;
}

/** Tags of every page that could show a listing in this location. */
export function tagsOfListing(id: string, localizacao: string): string[] {
  return [allListingsTag, listingTag(id), locationTag(localizacao)];
}
