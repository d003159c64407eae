import { type Stay, writeStay } from "../calendar/stays.ts";

export interface Visit {
  stay: Stay | null;
  people: number | null;
}

export function writeVisit({ stay, people }: Visit) {
  return { ...(stay ? writeStay(stay) : { entrada: null, saida: null }), pessoas: people };
}
