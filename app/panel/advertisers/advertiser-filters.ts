/** Values of the query parameter `mostrar`, with the select's wording. */
export const advertiserFilters = {
  basico: "Plano Básico",
  profissional: "Plano Profissional",
  nenhum: "Sem plano",
  vence: "Vence primeiro",
  vencidos: "Plano vencido",
  "sem-confirmar": "E-mail sem confirmar",
  bloqueados: "Bloqueados",
} as const;

export type AdvertiserFilter = keyof typeof advertiserFilters;

export function readAdvertiserFilter(text: string | null): AdvertiserFilter | null {
  return text !== null && Object.hasOwn(advertiserFilters, text)
    ? (text as AdvertiserFilter)
    : null;
}
