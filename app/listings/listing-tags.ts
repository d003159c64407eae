/** Tag of pages that show any listing there is. */
export const allListingsTag = "anuncios";

/** Tag of pages that show this listing. */
export function listingTag(id: string): string {
  return `anuncio ${id}`;
}

/** Tag of pages that show the listings of a location. */
export function locationTag(localizacao: string): string {
  return `lugar ${localizacao}`;
}

/** The tags of every page that shows something of a listing in this location. */
export function tagsOfListing(id: string, localizacao: string): string[] {
  return [allListingsTag, listingTag(id), locationTag(localizacao)];
}
