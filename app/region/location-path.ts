/** Writes "São João Batista do Glória" as "sao-joao-batista-do-gloria". */
export function slugOf(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .trim()
    .replace(/\s+/g, "-");
}

/** Path of a location, or of its selection, whose slug is such as "com-piscina". */
export function locationPath(localizacao: string, selection?: string): string {
  return ["/alugar", slugOf(localizacao), selection].filter(Boolean).join("/");
}
