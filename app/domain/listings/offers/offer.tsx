import { iconBefore } from "../../../platform/ui/icon-names.ts";
import { formatReais, rateLabels } from "../../prices/money.ts";
import { missingPrice, type PricesProps } from "../../prices/prices.tsx";
import type { StayOffer } from "../listing.ts";
import styles from "./offer.module.css";
import { Sum } from "./sum.tsx";

export interface OfferProps extends Pick<PricesProps, "valorFds" | "valorDiaria"> {
  offer: StayOffer;
}

export function Offer({ offer, valorFds, valorDiaria }: OfferProps) {
  const { dates, taken, brokenRule, staleAge } = offer;
  // Free nights that can't be had alone aren't called free.
  const asked = brokenRule?.replace(/^Mínimo de/, "Pede no mínimo") ?? null;
  const icon = taken || brokenRule ? "calendar-x" : staleAge ? "clock" : "calendar-check";
  return (
    <div className={`${styles.offer} water`}>
      {!brokenRule && (
        <p className={styles.sum}>
          <Sum offer={offer} />
        </p>
      )}
      <p className={`${iconBefore(icon)} ${styles.free}`}>
        <span>
          {taken ?? asked ?? `${staleAge ? "Pergunte se está livre" : "Livre"} de ${dates}`}
          {!taken && staleAge && <small>{staleAge}</small>}
        </span>
      </p>
      {taken && brokenRule && <p className={styles.warning}>{brokenRule}</p>}
      <p className={styles.rates} data-rates>
        <span>
          <b>{formatReais(valorFds)}</b> {rateLabels.valorFds}
        </span>
        <span>
          {valorDiaria ? <b>{formatReais(valorDiaria)}</b> : missingPrice} {rateLabels.valorDiaria}
        </span>
      </p>
    </div>
  );
}
