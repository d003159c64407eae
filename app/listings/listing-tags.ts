export const allListingsTag = "anuncios";

export function listingTag(id: string): string {
  return `anuncio ${id}`;
}

export function locationTag(localizacao: string): string {
  return `lugar ${localizacao}`;
}

export function tagsOfListing(id: string, localizacao: string): string[] {
  return [allListingsTag, listingTag(id), locationTag(localizacao)];
}
