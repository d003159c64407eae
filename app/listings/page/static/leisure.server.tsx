import { Amenities, amenitiesOf } from "../../amenity.tsx";
import { type Listing, missingText } from "../../listing.ts";
import styles from "../listing-facts.module.css";

export function Leisure({ listing }: { listing: Listing }) {
  const names = amenitiesOf(listing);
  return (
    <section aria-labelledby="lazer">
      <h2 id="lazer">Lazer</h2>
      {names.length > 0 ? (
        <ul className={styles.amenities}>
          <Amenities names={names} />
        </ul>
      ) : (
        <p className={styles.missing}>{missingText}</p>
      )}
    </section>
  );
}
