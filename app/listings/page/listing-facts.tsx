import { visitMark } from "../../site/visit-mark.ts";
import { Icon } from "../../ui/icon.tsx";
import { FeaturedFlag, LocationLine } from "../../ui/pictures/marks.tsx";
import { ShareLink } from "../../ui/share-link.tsx";
import { listingFields } from "../fields.ts";
import { type Listing, missingText } from "../listing.ts";
import styles from "./listing-facts.module.css";

export interface ListingHeadProps {
  listing: Listing;
  /** The page's full address, with the dates chosen. */
  url: string;
  /** Month in which the operator checked the listing, "11/2026"; null if never. */
  checked: string | null;
}

/** Title, location, numbers and description. */
export function ListingHead({ listing, url, checked }: ListingHeadProps) {
  return (
    <div className={styles.head}>
      {listing.featured && <FeaturedFlag className={styles.flag} />}
      <h1>{listing.title}</h1>
      <div className={styles.where}>
        <LocationLine name={listing.localizacao} className={styles.location} />
        <ShareLink
          url={url}
          text={`${listing.title}, em ${listing.localizacao}`}
          count={visitMark("compartilhamento", listing.id)}
        />
      </div>
      {checked && (
        <a className={styles.checked} href="/anuncio-conferido">
          <Icon name="badge-check" />
          Conferido pelo Mar de Minas em {checked}
        </a>
      )}
      <dl className={styles.numbers}>
        <BigNumber field="quantidadeMaximaPessoas" listing={listing} />
        <BigNumber field="QuantidadeTotalQuartos" listing={listing} />
        <BigNumber field="QuantidadeTotalQuartosSuites" listing={listing} />
      </dl>
      {listing.body.trim() ? (
        <p className={styles.text}>{listing.body}</p>
      ) : (
        <p className={`${styles.text} ${styles.missing}`}>{missingText}</p>
      )}
    </div>
  );
}

interface BigNumberProps {
  field: "quantidadeMaximaPessoas" | "QuantidadeTotalQuartos" | "QuantidadeTotalQuartosSuites";
  listing: Listing;
}

function BigNumber({ field, listing }: BigNumberProps) {
  const value = listing[field];
  return (
    <div>
      <dt>{listingFields[field].label}</dt>
      {value === null ? <dd className={styles.missing}>{missingText}</dd> : <dd>{value}</dd>}
    </div>
  );
}
