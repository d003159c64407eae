/** Values of the query parameter `mostrar`, with the select's wording. */
export const advertiserFilters = {
  basico: "Plano Básico",
  profissional: "Plano Profissional",
  nenhum: "Sem plano",
  vencidos: "Plano vencido",
  "sem-confirmar": "E-mail sem confirmar",
  bloqueados: "Bloqueados",
} as const;

export type AdvertiserFilter = keyof typeof advertiserFilters;

/** Order by newest accounts, or by plans that end soonest, without those that have no end. */
export type AdvertiserOrder = "novos" | "vence";

export function readAdvertiserFilter(text: string | null): AdvertiserFilter | null {
  return text !== null && Object.hasOwn(advertiserFilters, text)
    ? (text as AdvertiserFilter)
    : null;
}
