import type { Inquiry } from "../../../domain/listings/inquiry.ts";
import { atLocation } from "../../../domain/region/locations.ts";
import { moreAddress } from "./more-address.ts";
import styles from "./small-listings.module.css";
import { type SmallListing, SmallListings } from "./small-listings.tsx";

export interface SimilarListingsProps {
  listings: readonly SmallListing[];
  inquiry: Inquiry;
  today: string;
  location: string;
}

export function SimilarListings({ location, ...props }: SimilarListingsProps) {
  return (
    <SmallListings {...props} id="parecidos" title="Parecidos com este">
      <p>
        <a className={`link ${styles.more}`} href={moreAddress(location, props.inquiry)}>
          Todas as casas {atLocation(location)}
        </a>
      </p>
    </SmallListings>
  );
}
