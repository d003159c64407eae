/** "São João Batista do Glória" becomes "sao-joao-batista-do-gloria". */
export function slugOf(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(" ", "-");
}

/** The page with a location's listings. */
export function locationPath(localizacao: string): string {
  return `/search?${new URLSearchParams({ localizacao })}`;
}
