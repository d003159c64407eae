import type { ReactNode } from "react";
import { type Inquiry, writeInquiry } from "../../domain/listings/inquiry.ts";
import type { ListingSummary } from "../../domain/listings/listing.ts";
import { quotedTotal } from "../../domain/listings/offers/offer-words.ts";
import { Sum } from "../../domain/listings/offers/sum.tsx";
import { Picture } from "../../domain/photos/picture.tsx";
import { formatReais, formatShare, rateLabels } from "../../domain/prices/money.ts";
import { Link } from "../../platform/ui/link.tsx";
import { LocationLine } from "../../platform/ui/pictures/marks.tsx";
import { pageAddress } from "../../platform/ui/shell/page-address.ts";
import styles from "./listing-row.module.css";

export interface ListingRowProps {
  listing: ListingSummary;
  inquiry: Inquiry;
  /** Shown on the photo. */
  corner?: ReactNode;
  children?: ReactNode;
}

/** A house among others that somebody compares: how it differs, and what to do about it. */
export function ListingRow({ listing, inquiry, corner, children }: ListingRowProps) {
  const [photo] = listing.photos;
  return (
    <article className={styles.row}>
      <div className={styles.photo}>
        {photo && <Picture photo={photo} framed range={[270, 400]} />}
        {corner}
      </div>
      <div className={styles.words}>
        <h3>
          <Link to={pageAddress(`/posts/${listing.id}`, writeInquiry(inquiry))}>
            {listing.title}
          </Link>
        </h3>
        <LocationLine name={listing.localizacao} />
        <Price listing={listing} people={inquiry.people} />
      </div>
      {children && <div className={styles.more}>{children}</div>}
    </article>
  );
}

function Price({ listing, people }: { listing: ListingSummary; people: number | null }) {
  const { offer, valorFds, valorDiaria } = listing;
  if (!offer) {
    const rates = [
      `${formatReais(valorFds)} ${rateLabels.valorFds}`,
      valorDiaria && `${formatReais(valorDiaria)} ${rateLabels.valorDiaria}`,
    ];
    return <p className="small">{rates.filter(Boolean).join(" · ")}</p>;
  }
  const { taken, brokenRule, staleAge, dates } = offer;
  const problem = taken ?? brokenRule;
  const total = quotedTotal(offer);
  return (
    <>
      {!brokenRule && (
        <p>
          <Sum offer={offer} />
          {total !== null && people !== null && ` · ${formatShare(total, people)} por pessoa`}
        </p>
      )}
      <p className={problem ? styles.problem : "small"}>
        {problem ?? `${staleAge ? "Pergunte se está livre" : "Livre"} de ${dates}`}
      </p>
    </>
  );
}
