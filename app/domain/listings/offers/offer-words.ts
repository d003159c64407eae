import { formatCivilDate } from "../../calendar/civil-date.ts";
import { formatNights } from "../../calendar/stays.ts";
import type { StayOffer } from "../listing.ts";

/** Total in cents; null if there is no price, and for a stay that the advertiser doesn't accept. */
export function shownTotal(offer: StayOffer | null | undefined): number | null {
  return offer && !offer.brokenRule ? offer.estimate : null;
}

/** Total in cents to repeat to the advertiser; null where they would ask more on a holiday. */
export function quotedTotal(offer: StayOffer | null | undefined): number | null {
  return offer?.unpricedHoliday ? null : shownTotal(offer);
}

/** Says "Ocupado em 31/12" or "Ocupado em 2 das 5 noites"; null if no night is taken. */
export function describeTaken(
  [first, ...others]: readonly string[],
  nights: number,
): string | null {
  if (!first) return null;
  if (others.length + 1 === nights) return "Ocupado nessas datas";
  if (others.length === 0) return `Ocupado em ${formatCivilDate(first).slice(0, 5)}`;
  return `Ocupado em ${others.length + 1} das ${formatNights(nights)}`;
}

/** True if an advertiser's note on prices names fees, deposits, or anything else with an amount. */
export function namesCharges(note: string): boolean {
  return /R\$|tax|limpeza|cauç|acréscimo/i.test(note);
}
