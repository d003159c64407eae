import { countOf, formatCount } from "../ui/words.ts";

export interface VisitNumbers {
  views: number;
  /** Taps. */
  whatsapp: number;
  /** Taps. */
  phone: number;
}

/** Days whose numbers owners see, today included. */
export const countedDays = 30;

/** Words such as "12 visitas, 3 toques no WhatsApp e 1 no telefone". */
export function describeVisits({ views, whatsapp, phone }: VisitNumbers): string {
  return `${countOf(views, "visita")}, ${countOf(whatsapp, "toque")} no WhatsApp e ${formatCount(phone)} no telefone`;
}
