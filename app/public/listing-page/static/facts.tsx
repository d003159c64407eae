import { listingFields } from "../../../domain/listings/fields.ts";
import type { Listing } from "../../../domain/listings/listing.ts";
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
      {listing.body.trim() && <Body text={listing.body} />}
    </>
  );
}

/** Characters that fill about twelve lines on a phone. */
const foldedLetters = 480;

/** Folds a long text by a checkbox, which needs no code in the browser. */
function Body({ text }: { text: string }) {
  const lines = text.split("\n").reduce((sum, line) => sum + 1 + line.length / 40, 0);
  if (lines < foldedLetters / 40 + 2) return <p className={styles.text}>{text}</p>;
  return (
    <>
      <input type="checkbox" id="texto-todo" className={styles.unfold} aria-label="Ler tudo" />
      <p className={`${styles.text} ${styles.long}`}>{text}</p>
      <label htmlFor="texto-todo" className={`link ${styles.more}`}>
        Ler tudo
      </label>
    </>
  );
}
