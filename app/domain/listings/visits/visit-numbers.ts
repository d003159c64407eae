import { countOf } from "../../../platform/ui/words.ts";

export interface VisitNumbers {
  views: number;
  /** Taps. */
  whatsapp: number;
  /** Taps. */
  phone: number;
}

/** Days whose numbers owners see, today included. */
export const countedDays = 30;

export function countContacts({ whatsapp, phone }: VisitNumbers): number {
  return whatsapp + phone;
}

/** Words such as "12 visitas, 3 contatos em 30 dias". */
export function describeVisits(numbers: VisitNumbers): string {
  const contacts = countOf(countContacts(numbers), "contato");
  return `${countOf(numbers.views, "visita")}, ${contacts} em ${countedDays} dias`;
}
