import { listingFields } from "../../fields.ts";
import { type Listing, missingText } from "../../listing.ts";
import styles from "../listing-facts.module.css";

export function Facts({ listing }: { listing: Listing }) {
  return (
    <>
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
    </>
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
