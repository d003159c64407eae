import { slugOf } from "../../platform/ui/slug.ts";

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

/** Municipalities of the locations that aren't one, as far as they are known (docs/a-conferir.md). */
const municipalities: ReadonlyMap<string, string> = new Map([
  ["Escarpas do Lago", "Capitólio"],
  ["Dique", "Capitólio"],
]);

export function municipalityOf(localizacao: string): string {
  return municipalities.get(localizacao) ?? localizacao;
}

const articles: ReadonlyMap<string, "a" | "o"> = new Map([
  ["Serra da Canastra", "a"],
  ["Ponta do Sol", "a"],
  ["Funil", "o"],
  ["Turvo", "o"],
  ["Dique", "o"],
]);

/** Words such as "em Capitólio", "no Dique" or "na Ponta do Sol", as people there say. */
export function atLocation(localizacao: string): string {
  const article = articles.get(localizacao);
  return `${article ? `n${article}` : "em"} ${localizacao}`;
}

/** Words such as "de Capitólio", "do Dique" or "da Ponta do Sol". */
export function fromLocation(localizacao: string): string {
  return `d${articles.get(localizacao) ?? "e"} ${localizacao}`;
}

export function isLocation(text: string): text is Location {
  return locationOptions.some((option) => option === text);
}

/** `selection` is a slug such as "com-piscina". */
export function locationPath(localizacao: string, selection?: string): string {
  return ["/alugar", slugOf(localizacao), selection].filter(Boolean).join("/");
}
