/** Stored names. `busca` is an appearance among the results of a search. */
export const visitKinds = [
  "visita",
  "whatsapp",
  "telefone",
  "compartilhamento",
  "guardado",
  "busca",
] as const;

export type VisitKind = (typeof visitKinds)[number];

export const visitPath = "/visitas";

/**
 * Value of `data-count`: a kind and listing ids. Other words are ignored. On a card, or an ad's page, the kind is
 * enough for its own listing.
 */
export function visitMark(kind: VisitKind, ...words: string[]): string {
  return [kind, ...words].join(" ");
}
