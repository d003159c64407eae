import { formatNights } from "../../calendar/stays.ts";
import { formatEstimate } from "../../prices/estimate.ts";
import { describeUnpriced } from "../../prices/seasons.ts";
import type { StayOffer } from "../listing.ts";
import { shownTotal } from "./offer-words.ts";

/** The ordinary rates never pass for the price of a holiday. */
export function Sum({ offer }: { offer: StayOffer }) {
  const { unpricedHoliday, hasCharges } = offer;
  const total = shownTotal(offer);
  const amount = formatEstimate(total);
  const nights = formatNights(offer.nights);
  const certainty = hasCharges ? "estimativa, mais taxas" : "estimativa";
  if (total === null) {
    return (
      <>
        <b data-estimativa>{amount}</b> <span>{nights}</span>
      </>
    );
  }
  if (unpricedHoliday) {
    return (
      <>
        <b>Preço a confirmar</b>{" "}
        <span>
          {describeUnpriced(unpricedHoliday)}. No preço comum, <span data-estimativa>{amount}</span>{" "}
          por {nights}, {certainty}.
        </span>
      </>
    );
  }
  return (
    <>
      <b data-estimativa>{amount}</b>{" "}
      <span>
        · {nights}, {certainty}
      </span>
    </>
  );
}
