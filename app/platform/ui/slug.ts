/** Writes "São João Batista do Glória" as "sao-joao-batista-do-gloria". */
export function slugOf(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .trim()
    .replace(/\s+/g, "-");
}
