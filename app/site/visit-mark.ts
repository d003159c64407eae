/** Stored names. `busca` is an appearance in a search by dates. */
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
 * Value of `data-count`, on `<html>` and on links: a kind and listing ids, which the browser sends
 * as it stands. Other words are ignored and only tell pages apart.
 */
export function visitMark(kind: VisitKind, ...words: string[]): string {
  return [kind, ...words].join(" ");
}
