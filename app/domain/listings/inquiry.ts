import { formatPeople, formatStay, type Stay, writeStay } from "../calendar/stays.ts";

export interface Inquiry {
  stay: Stay | null;
  people: number | null;
}

export const noInquiry: Inquiry = { stay: null, people: null };

export function writeInquiry({ stay, people }: Inquiry) {
  return { ...(stay ? writeStay(stay) : { entrada: null, saida: null }), pessoas: people };
}

/** Words such as "15 a 18/01 · 8 pessoas"; "" without dates and people. */
export function nameInquiry({ stay, people }: Inquiry, day: string): string {
  return [stay && formatStay(stay, day), people !== null && formatPeople(people)]
    .filter(Boolean)
    .join(" · ");
}

/** No listing holds more people. */
export const maxPeople = 999;

export function readPeople(
  text: string,
  most: number,
): { people: number | null; problem?: string } {
  if (text === "") return { people: null };
  const people = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (people < 1) return { people: null, problem: "Diga quantas pessoas, de 1 em diante." };
  if (people > most) return { people: null, problem: `Aqui cabem até ${formatPeople(most)}.` };
  return { people };
}
