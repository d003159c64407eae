import { Amenities, amenitiesOf } from "../../../domain/listings/card/amenity.tsx";
import type { Listing } from "../../../domain/listings/listing.ts";
import styles from "../listing-facts.module.css";

export function Leisure({ listing }: { listing: Listing }) {
  const names = amenitiesOf(listing);
  if (names.length === 0) return null;
  return (
    <section aria-labelledby="lazer">
      <h2 id="lazer">Lazer</h2>
      <ul className={styles.amenities}>
        <Amenities names={names} />
      </ul>
    </section>
  );
}
