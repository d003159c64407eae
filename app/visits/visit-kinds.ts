/** What is counted per ad and day, under its stored name. */
const visitKinds = [
  "visita",
  "whatsapp",
  "telefone",
  "compartilhamento",
  "guardado",
  "busca",
] as const;

export type VisitKind = (typeof visitKinds)[number];
