import { type Stay, writeStay } from "../calendar/stays.ts";

export interface Inquiry {
  stay: Stay | null;
  people: number | null;
}

export function writeInquiry({ stay, people }: Inquiry) {
  return { ...(stay ? writeStay(stay) : { entrada: null, saida: null }), pessoas: people };
}
