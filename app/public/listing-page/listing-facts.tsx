import type { ReactNode } from "react";
import type { Listing } from "../../domain/listings/listing.ts";
import { SaveLink } from "../../domain/listings/saved/save-button.tsx";
import { atLocation } from "../../domain/region/locations.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import { FeaturedFlag, LocationLine } from "../../platform/ui/pictures/marks.tsx";
import { ShareLink } from "../../platform/ui/share-link.tsx";
import styles from "./listing-facts.module.css";

export interface ListingHeadProps {
  listing: Listing;
  /** The page's address, with the dates asked for. */
  url: string;
  /** Month in which the operator checked the listing, "11/2026"; null unless that check still counts. */
  checked: string | null;
  children: ReactNode;
}

export function ListingHead({ listing, url, checked, children }: ListingHeadProps) {
  return (
    <div className={styles.head}>
      {listing.featured && <FeaturedFlag className={styles.flag} />}
      <h1>{listing.title}</h1>
      <div className={styles.where}>
        <LocationLine name={listing.localizacao} className={styles.location} />
        <div className={styles.actions}>
          <SaveLink />
          <span data-asked>
            <ShareLink url={url} text={`${listing.title}, ${atLocation(listing.localizacao)}`} />
          </span>
        </div>
      </div>
      {checked && (
        <a className={styles.checked} href="/anuncio-conferido">
          <Icon name="badge-check" />
          Conferido pelo Mar de Minas em {checked}
        </a>
      )}
      {children}
    </div>
  );
}
