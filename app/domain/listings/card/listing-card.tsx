import { formatPhone, telLink } from "../../../platform/ui/forms/phone.ts";
import { type IconName, iconBefore } from "../../../platform/ui/icon-names.ts";
import { Link } from "../../../platform/ui/link.tsx";
import { LocationLine } from "../../../platform/ui/pictures/marks.tsx";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { beaconText } from "../../../platform/web/visit-beacon.ts";
import { IllustrationMark, Picture } from "../../photos/picture.tsx";
import { Prices } from "../../prices/prices.tsx";
import { listingFields } from "../fields.ts";
import { type Inquiry, writeInquiry } from "../inquiry.ts";
import type { ListingSummary } from "../listing.ts";
import { Offer } from "../offers/offer.tsx";
import { SaveHeart } from "../saved/save-button.tsx";
import { Amenities, amenitiesOf } from "./amenity.tsx";
import { greetingDetails, greetingLink } from "./greeting.ts";
import { leadPhoto } from "./lead-photo.ts";
import styles from "./listing-card.module.css";

const noInquiry: Inquiry = { stay: null, people: null };

interface ListingCardProps {
  listing: ListingSummary;
  siteUrl: string;
  inquiry?: Inquiry | undefined;
  first?: boolean;
}

/** The whole card is a link (spec §2), with phone and WhatsApp on top. */
export function CardContents({
  listing,
  siteUrl,
  inquiry = noInquiry,
  first = false,
}: ListingCardProps) {
  const { offer, photos } = listing;
  const amenities = amenitiesOf(listing);
  const phone = formatPhone(listing.telefone);
  return (
    <>
      <div className={styles.heading}>
        <h3>
          <Link to={pageAddress(`/posts/${listing.id}`, writeInquiry(inquiry))}>
            {listing.title}
          </Link>
        </h3>
        <div className={styles.place}>
          <LocationLine name={listing.localizacao} />
          {listing.featured && <b>Destaque</b>}
        </div>
      </div>
      <div className={styles.mosaic} data-photos={photos.length}>
        {photos.map((photo, index) => (
          <Picture
            key={photo.id}
            photo={photo}
            framed
            first={first && index === 0}
            {...(index === 0 || photos.length === 2 ? leadPhoto : sidePhoto)}
          />
        ))}
        <IllustrationMark photos={photos} className={styles.tag} />
      </div>
      <SaveHeart listing={listing} />
      {offer ? (
        <Offer offer={offer} valorFds={listing.valorFds} valorDiaria={listing.valorDiaria} />
      ) : (
        <Prices valorFds={listing.valorFds} valorDiaria={listing.valorDiaria} />
      )}
      <div className={styles.body}>
        <ul className={`${styles.facts} small`}>
          <Fact icon="users" field="quantidadeMaximaPessoas" listing={listing} />
          <Fact icon="bed-double" field="QuantidadeTotalQuartos" listing={listing} />
          {listing.QuantidadeTotalQuartosSuites !== 0 && (
            <Fact icon="bath" field="QuantidadeTotalQuartosSuites" listing={listing} />
          )}
        </ul>
        {amenities.length > 0 && (
          <ul aria-label={listingFields.lazer.label}>
            <Amenities names={amenities} />
          </ul>
        )}
      </div>
      <div className={styles.call}>
        <a
          href={telLink(listing.telefone)}
          aria-label={`Telefone ${phone}: ${listing.title}`}
          data-count={beaconText("telefone")}
        >
          {listingFields.telefone.label}
          <b>{phone}</b>
        </a>
        {listing.whatsapp && (
          <a
            className={`${iconBefore("whatsapp")} btn btn--whats`}
            aria-label={`Chamar no WhatsApp: ${listing.title}`}
            href={greetingLink(listing, siteUrl, greetingDetails(inquiry, offer))}
            data-count={beaconText("whatsapp")}
          >
            Chamar no WhatsApp
          </a>
        )}
      </div>
    </>
  );
}

const sidePhoto = { sizes: "(min-width:48rem) 16vw,33vw", range: [270, 400] } as const;

interface FactProps {
  icon: IconName;
  field: "quantidadeMaximaPessoas" | "QuantidadeTotalQuartos" | "QuantidadeTotalQuartosSuites";
  listing: ListingSummary;
}

function Fact({ icon, field, listing }: FactProps) {
  const value = listing[field];
  if (value === null) return null;
  return (
    <li className={iconBefore(icon)}>
      {listingFields[field].label} <b>{value}</b>
    </li>
  );
}
