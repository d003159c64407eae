import { amenitiesOf } from "../../../domain/listings/card/amenity.tsx";
import type { FieldDefinition } from "../../../domain/listings/field-definition.ts";
import { listingFields } from "../../../domain/listings/fields.ts";
import { type Listing, missingText } from "../../../domain/listings/listing.ts";
import { comingSeasons } from "../../../domain/prices/price-terms.ts";
import { SeasonTable } from "../../../domain/prices/season-table.tsx";
import styles from "../listing-facts.module.css";
import { numberFields, textFields } from "./fact-fields.ts";

export interface DetailsProps {
  listing: Listing;
  today: string;
}

export function Details({ listing, today }: DetailsProps) {
  return (
    <>
      {comingSeasons(listing.seasons, today).length > 0 && (
        <section aria-labelledby="temporadas">
          <h2 id="temporadas">Preços por temporada</h2>
          <SeasonTable seasons={listing.seasons} today={today} />
        </section>
      )}
      <Property listing={listing} />
    </>
  );
}

function labelOf(name: (typeof textFields)[number]): string {
  const field: FieldDefinition = listingFields[name];
  return ("pageLabel" in field && field.pageLabel) || field.label;
}

/** Ends with all of the page's empty fields (spec §2), out of the way of the others. */
function Property({ listing }: { listing: Listing }) {
  const known = textFields.filter((name) => listing[name].trim());
  const missing = [
    ...numberFields.filter((name) => listing[name] === null),
    ...(listing.body.trim() ? [] : (["body"] as const)),
    ...(amenitiesOf(listing).length > 0 ? [] : (["lazer"] as const)),
    ...textFields.filter((name) => !listing[name].trim()),
  ];
  return (
    <section aria-labelledby="imovel">
      <h2 id="imovel">O imóvel</h2>
      {known.length > 0 && (
        <dl className={styles.rows}>
          {known.map((name) => (
            <div key={name} data-tariff={name === "observacoesTarifa" || undefined}>
              <dt>{labelOf(name)}</dt>
              <dd>{listing[name].trim()}</dd>
            </div>
          ))}
        </dl>
      )}
      {missing.length > 0 && (
        <dl className={styles.missing}>
          {missing.map((name) => (
            <div key={name}>
              <dt>{listingFields[name].label}</dt>
              <dd>{missingText}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
