import type { Db } from "../../platform/db/client.server.ts";
import type { Stay } from "../calendar/stays.ts";
import { findTakenNights } from "../calendar/taken-nights.server.ts";
import type { StayOffer } from "../listings/listing.ts";
import { shownTotal } from "../listings/offers/offer-words.ts";
import { offerStay } from "../listings/offers/stay-offers.server.ts";
import { formatEstimate } from "../prices/estimate.ts";
import { describeUnpriced } from "../prices/seasons.ts";

export interface PricedListing {
  id: string;
  valorFds: string;
  valorDiaria: string | null;
}

/** The estimate for a stay, and whether its nights are free; null without one. */
export async function findStayOffer(
  db: Db,
  listing: PricedListing,
  stay: Stay | null,
  day: string,
): Promise<StayOffer | null> {
  if (!stay) return null;
  const takenAt = await findTakenNights(db, [listing.id], stay);
  const offerOf = await offerStay(db, { stay, ids: [listing.id], day, takenAt });
  return offerOf(listing);
}

/** Words such as "R$ 1.090", "R$ 1.090. Carnaval: sem preço de temporada" or a rule that the stay breaks. */
export function describePrice(offer: StayOffer): string {
  if (offer.brokenRule) return `sem estimativa. ${offer.brokenRule}`;
  const estimate = formatEstimate(shownTotal(offer));
  return offer.unpricedHoliday
    ? `${estimate}. ${describeUnpriced(offer.unpricedHoliday)}`
    : estimate;
}

export function describeNights({ taken, staleAge }: StayOffer): string {
  if (taken) return taken;
  return staleAge
    ? "Livre, mas sem confirmação recente: confira antes de responder"
    : "Livre em todas as noites";
}
