import { type Stay, writeStay } from "../calendar/stays.ts";

/** Carried over from a search to a listing. */
export interface Visit {
  stay: Stay | null;
  people: number | null;
}

/** The query of a listing's page; null for parameters to leave out. */
export function writeVisit({ stay, people }: Visit) {
  return { ...(stay ? writeStay(stay) : { entrada: null, saida: null }), pessoas: people };
}
