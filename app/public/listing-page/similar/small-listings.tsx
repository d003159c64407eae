import type { ReactNode } from "react";
import { formatStay, type Stay } from "../../../domain/calendar/stays.ts";
import { type Inquiry, noInquiry, writeInquiry } from "../../../domain/listings/inquiry.ts";
import { describePlaceAndCapacity, type ListingSummary } from "../../../domain/listings/listing.ts";
import type { Photo } from "../../../domain/photos/photo.ts";
import { Picture } from "../../../domain/photos/picture.tsx";
import { formatReais, rateLabels } from "../../../domain/prices/money.ts";
import { atLocation, locationPath } from "../../../domain/region/locations.ts";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import styles from "./small-listings.module.css";

export interface SmallListing
  extends Pick<
    ListingSummary,
    "id" | "title" | "localizacao" | "quantidadeMaximaPessoas" | "valorFds" | "valorDiaria"
  > {
  photo: Photo | null;
  hasStaleCalendar?: boolean;
  /** More lines about it. */
  notes?: readonly string[];
}

export interface SmallListingsProps {
  /** Id of the heading. */
  id: string;
  title: string;
  level?: 2 | 3;
  listings: readonly SmallListing[];
  /** Kept by the links. */
  inquiry?: Inquiry;
  /** Today, given only if all listings are known to be free on the inquiry's dates, and to say so. */
  today?: string;
  /** A link below the list. */
  children?: ReactNode;
}

/** Mostly rendered on the server alone, so their links are plain. */
export function SmallListings({
  id,
  title,
  level = 2,
  listings,
  inquiry = noInquiry,
  today,
  children,
}: SmallListingsProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={styles.listings} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      <ul>
        {listings.map((listing) => (
          <li key={listing.id}>
            <a href={pageAddress(`/posts/${listing.id}`, writeInquiry(inquiry))}>
              {listing.photo && (
                <span className={styles.photo}>
                  <Picture photo={listing.photo} framed range={[180, 270]} alt="" />
                </span>
              )}
              <span className={styles.words}>
                <b>{listing.title}</b>
                <span className="small soft">{describePlaceAndCapacity(listing)}</span>
                {listing.notes?.map((note) => (
                  <span key={note} className="small soft">
                    {note}
                  </span>
                ))}
                <Price {...listing} />
                {today && inquiry.stay && (
                  <Free stay={inquiry.stay} today={today} isUncertain={listing.hasStaleCalendar} />
                )}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

function Price({ valorDiaria, valorFds }: Pick<SmallListing, "valorDiaria" | "valorFds">) {
  return (
    <span>
      <b>{formatReais(valorDiaria ?? valorFds)}</b>{" "}
      <span className="small soft">
        {valorDiaria ? rateLabels.valorDiaria : rateLabels.valorFds}
      </span>
    </span>
  );
}

interface FreeProps {
  stay: Stay;
  today: string;
  isUncertain: boolean | undefined;
}

function Free({ stay, today, isUncertain }: FreeProps) {
  const free = isUncertain ? "Pergunte se está livre" : "Livre";
  return (
    <span className="small soft">
      {free} de {formatStay(stay, today)}
    </span>
  );
}

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

/** Address of all houses of a location: its page, or a search if there are dates or people to keep. */
export function moreAddress(localizacao: string, inquiry: Inquiry): string {
  if (!inquiry.stay && inquiry.people === null) return locationPath(localizacao);
  return pageAddress("/search", { localizacao, ...writeInquiry(inquiry) });
}
