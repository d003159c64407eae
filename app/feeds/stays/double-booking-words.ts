import { addDays } from "../../calendar/civil-date.ts";
import { formatRange } from "../../calendar/day-ranges.ts";
import type { NightRange } from "../../calendar/night-window.ts";
import type { DoubleBooking } from "./double-bookings.ts";

/** How the owner's own calendar is called among the others. */
export const ownCalendar = "você";

/** "Noite de 11/12/2026", "Noites de 11/12/2026 a 13/12/2026". */
export function describeNights({ from, to }: NightRange): string {
  const range = { first: from, last: addDays(to, -1) };
  return `${range.first === range.last ? "Noite" : "Noites"} de ${formatRange(range)}`;
}

/** "marcada por você e ocupada no Airbnb"; "ocupada no Airbnb e no Booking.com". */
export function describeSources({ from, to, oneId, one, other }: DoubleBooking): string {
  const s = addDays(from, 1) === to ? "" : "s";
  return oneId === null
    ? `marcada${s} por você e ocupada${s} no ${other}`
    : `ocupada${s} no ${one} e no ${other}`;
}

/** What the owner can do about it, as a sentence. */
export function adviseOn({ oneId, one, other }: DoubleBooking): string {
  return oneId === null
    ? `Se é a mesma reserva, desmarque aqui ou diga que é uma só. Se são duas, fale com um dos hóspedes ou cancele no ${other}.`
    : `Sites que se leem podem repetir uma reserva com outras datas: só você sabe se é uma só. Se são duas, cancele no ${one} ou no ${other}.`;
}

export function writeDoubleBooking({ oneId, otherId, from, to }: DoubleBooking): string {
  return [oneId ?? "", otherId, from, to].join(" ");
}
