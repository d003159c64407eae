import { slugOf } from "../ui/slug.ts";

/** The locations of spec §3. */
export const locationOptions = [
  "Escarpas do Lago",
  "Capitólio",
  "Serra da Canastra",
  "São João Batista do Glória",
  "Ponta do Sol",
  "Funil",
  "Turvo",
  "Dique",
  "Guapé",
  "Piumhi",
] as const;

export type Location = (typeof locationOptions)[number];

export function isLocation(text: string): text is Location {
  return locationOptions.some((option) => option === text);
}

/** `selection` is a slug such as "com-piscina". */
export function locationPath(localizacao: string, selection?: string): string {
  return ["/alugar", slugOf(localizacao), selection].filter(Boolean).join("/");
}
