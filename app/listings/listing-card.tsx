import { Link } from "react-router";
import { formatNights } from "../calendar/stays.ts";
import { IllustrationMark, Picture } from "../photos/picture.tsx";
import { formatEstimate } from "../prices/estimate.ts";
import { formatReais, rateLabels } from "../prices/money.ts";
import { missingPrice, Prices, type PricesProps } from "../prices/prices.tsx";
import { visitMark } from "../site/visit-mark.ts";
import { formatPhone, telLink } from "../ui/forms/phone.ts";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";
import { FeaturedFlag, LocationLine } from "../ui/pictures/marks.tsx";
import { pageAddress } from "../ui/shell/page-meta.ts";
import { Amenities, amenitiesOf } from "./amenity.tsx";
import { listingFields } from "./fields.ts";
import { greetingLink } from "./greeting.ts";
import type { ListingSummary, StayOffer } from "./listing.ts";
import styles from "./listing-card.module.css";
import { type Visit, writeVisit } from "./visit.ts";

const noVisit: Visit = { stay: null, people: null };

export interface ListingCardProps {
  listing: ListingSummary;
  siteUrl: string;
  visit?: Visit | undefined;
  first?: boolean;
}

/** The whole card is a link (spec §2), with phone and WhatsApp on top. */
export function ListingCard({
  listing,
  siteUrl,
  visit = noVisit,
  first = false,
}: ListingCardProps) {
  const { offer, photos } = listing;
  // No estimate for a stay that the advertiser doesn't accept.
  const total = offer && !offer.minimum ? offer.estimate : null;
  const amenities = amenitiesOf(listing);
  return (
    <article className={styles.card}>
      <div className={styles.mosaic} data-photos={photos.length}>
        {photos.map((photo, index) => (
          <Picture
            key={photo.id}
            photo={photo}
            first={first && index === 0}
            sizes={index === 0 ? leadSizes : sideSizes}
            most={index === 0 ? 1600 : 800}
          />
        ))}
        {listing.featured && <FeaturedFlag className={styles.flag} />}
        <IllustrationMark photos={photos} className={styles.tag} />
      </div>
      {offer ? (
        <Offer
          offer={offer}
          total={total}
          valorFds={listing.valorFds}
          valorDiaria={listing.valorDiaria}
        />
      ) : (
        <Prices valorFds={listing.valorFds} valorDiaria={listing.valorDiaria} />
      )}
      <div className={styles.body}>
        {offer?.staleDays != null && (
          <p className={styles.stale}>
            <Icon name="clock" />
            Calendário de {offer.staleDays} dias atrás: confirme
          </p>
        )}
        <div>
          <LocationLine name={listing.localizacao} />
          <h3>
            <Link
              to={pageAddress(`/posts/${listing.id}`, writeVisit(visit))}
              prefetch="intent"
              viewTransition
            >
              {listing.title}
            </Link>
          </h3>
        </div>
        <ul className={`${styles.facts} small`}>
          <Fact icon="users" field="quantidadeMaximaPessoas" listing={listing} />
          <Fact icon="bed-double" field="QuantidadeTotalQuartos" listing={listing} />
          {listing.QuantidadeTotalQuartosSuites !== 0 && (
            <Fact icon="bath" field="QuantidadeTotalQuartosSuites" listing={listing} />
          )}
        </ul>
        {amenities.length > 0 && (
          <ul className={styles.amenities} aria-label={listingFields.lazer.label}>
            <Amenities names={amenities} />
          </ul>
        )}
      </div>
      <div className={styles.call}>
        <a
          className={styles.phone}
          href={telLink(listing.telefone)}
          data-count={visitMark("telefone", listing.id)}
        >
          <span>{listingFields.telefone.label}</span>
          <b>{formatPhone(listing.telefone)}</b>
        </a>
        {listing.whatsapp && (
          <a
            className="btn btn--whats"
            href={greetingLink(listing, siteUrl, { ...visit, total })}
            data-count={visitMark("whatsapp", listing.id)}
          >
            <Icon name="whatsapp" />
            Chamar no WhatsApp
          </a>
        )}
      </div>
    </article>
  );
}

interface OfferProps extends PricesProps {
  offer: StayOffer;
  /** Cents; null if a price is missing or the advertiser doesn't accept the stay. */
  total: number | null;
}

function Offer({ offer, total, valorFds, valorDiaria }: OfferProps) {
  const { dates, nights, minimum } = offer;
  return (
    <div className={`${styles.offer} water`}>
      {!minimum && (
        <p className={styles.sum}>
          <b data-estimativa>{formatEstimate(total)}</b>{" "}
          <span>por {formatNights(nights)}, estimativa</span>
        </p>
      )}
      <p className={styles.free}>
        <Icon name="calendar-check" />
        <span>Livre de {dates}</span>
      </p>
      {minimum && <p className={styles.minimum}>{minimum}</p>}
      <p className={styles.rates}>
        <span>
          <b>{formatReais(valorFds)}</b> {rateLabels.valorFds}
        </span>
        <span>
          {valorDiaria ? <b>{formatReais(valorDiaria)}</b> : missingPrice} {rateLabels.valorDiaria}
        </span>
      </p>
    </div>
  );
}

const leadSizes =
  "(min-width: 81.5rem) 25rem, (min-width: 68rem) 31vw, (min-width: 48rem) 60vw, 100vw";
const sideSizes =
  "(min-width: 81.5rem) 12.5rem, (min-width: 68rem) 16vw, (min-width: 48rem) 30vw, 50vw";

interface FactProps {
  icon: IconName;
  field: "quantidadeMaximaPessoas" | "QuantidadeTotalQuartos" | "QuantidadeTotalQuartosSuites";
  listing: ListingSummary;
}

function Fact({ icon, field, listing }: FactProps) {
  const value = listing[field];
  if (value === null) return null;
  return (
    <li>
      <Icon name={icon} />
      {listingFields[field].label} <b>{value}</b>
    </li>
  );
}
