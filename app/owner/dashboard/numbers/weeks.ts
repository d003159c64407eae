import { addDays } from "../../../calendar/civil-date.ts";
import { comparedDays, firstDay, sum, type VisitNumbers } from "../../../visits/visit-numbers.ts";

export interface Week {
  name: string;
  views: number;
  whatsapp: number;
  phone: number;
}

export function weeksOf({ views, whatsapp, phone }: VisitNumbers, today: string): Week[] {
  const weeks: Week[] = [];
  for (let from = 0; from < comparedDays; from += 7) {
    const to = Math.min(from + 7, comparedDays);
    weeks.push({
      name: nameSpan(addDays(firstDay(today), from), addDays(firstDay(today), to - 1)),
      views: sum(views.now.slice(from, to)),
      whatsapp: sum(whatsapp.now.slice(from, to)),
      phone: sum(phone.now.slice(from, to)),
    });
  }
  return weeks;
}

/** Names such as "23 a 29/10", "30/10 a 5/11", "20 e 21/11". */
function nameSpan(first: string, last: string): string {
  const word = addDays(first, 1) === last ? "e" : "a";
  const [, month, day] = first.split("-").map(Number);
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${isSameMonth ? day : `${day}/${month}`} ${word} ${formatDay(last)}`;
}

export function formatDay(date: string): string {
  const [, month, day] = date.split("-").map(Number);
  return `${day}/${month}`;
}
