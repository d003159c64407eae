/** Stored names. */
export const visitKinds = ["visita", "whatsapp", "telefone"] as const;

export type VisitKind = (typeof visitKinds)[number];

export const visitPath = "/visitas";

/** Body of the beacon that counts a visit, and value of `data-count`. On a card, or an ad's page, the kind is enough for its own listing. */
export function beaconText(kind: VisitKind, id?: string): string {
  return id ? `${kind} ${id}` : kind;
}
