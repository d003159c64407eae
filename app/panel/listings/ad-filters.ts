/** Values of the query parameter `mostrar`, with the select's wording. */
export const adFilters = {
  "no-ar": "No ar",
  pausados: "Em pausa",
  conferidos: "Conferidos",
  "nao-conferidos": "Não conferidos",
  renovar: "A renovar",
  parados: "Calendário parado",
} as const;

export type AdFilter = keyof typeof adFilters;

export function readAdFilter(text: string | null): AdFilter | null {
  return text !== null && Object.hasOwn(adFilters, text) ? (text as AdFilter) : null;
}
