/** "São João Batista do Glória" becomes "sao-joao-batista-do-gloria". */
export function slugOf(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .trim()
    .replace(/\s+/g, "-");
}

/** The landing page of a location, or of one of its selections ("com-piscina"). */
export function locationPath(localizacao: string, selection?: string): string {
  return ["/alugar", slugOf(localizacao), selection].filter(Boolean).join("/");
}
