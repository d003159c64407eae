import { listingFields } from "../../listings/fields.ts";
import type { Listing } from "../../listings/listing.ts";
import styles from "../listing-facts.module.css";
import { numberFields } from "./fact-fields.ts";

/** Shows the fields that have values; {@link Details} lists the others. */
export function Facts({ listing }: { listing: Listing }) {
  const known = numberFields.filter((field) => listing[field] !== null);
  return (
    <>
      {known.length > 0 && (
        <dl className={styles.numbers}>
          {known.map((field) => (
            <div key={field}>
              <dt>{listingFields[field].label}</dt>
              <dd>{listing[field]}</dd>
            </div>
          ))}
        </dl>
      )}
      {listing.body.trim() && <p className={styles.text}>{listing.body}</p>}
    </>
  );
}
