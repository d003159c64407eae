/** Stored names. */
export const visitKinds = ["visita", "whatsapp", "telefone"] as const;

export type VisitKind = (typeof visitKinds)[number];

export const visitPath = "/visitas";

/** Value of `data-count`. On a card, or an ad's page, the kind is enough for its own listing. */
export function visitMark(kind: VisitKind, id?: string): string {
  return id ? `${kind} ${id}` : kind;
}
