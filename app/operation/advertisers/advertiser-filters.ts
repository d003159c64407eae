/** As in the query parameter `mostrar`, with the words of the select. */
export const advertiserFilters = {
  basico: "Plano Básico",
  profissional: "Plano Profissional",
  nenhum: "Sem plano",
  vencidos: "Plano vencido",
  "sem-confirmar": "E-mail sem confirmar",
  bloqueados: "Bloqueados",
} as const;

export type AdvertiserFilter = keyof typeof advertiserFilters;

/** Newest accounts first, or those whose plan ends first, without those whose plan has no end. */
export type AdvertiserOrder = "novos" | "vence";

/** Null for any other value. */
export function readAdvertiserFilter(text: string | null): AdvertiserFilter | null {
  return text !== null && Object.hasOwn(advertiserFilters, text)
    ? (text as AdvertiserFilter)
    : null;
}
