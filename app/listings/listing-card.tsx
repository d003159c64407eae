import { Link } from "react-router";
import { IllustrationMark, Picture } from "../photos/picture.tsx";
import { Prices } from "../prices/prices.tsx";
import { formatPhone, telLink } from "../ui/forms/phone.ts";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";
import { FeaturedFlag, LocationLine } from "../ui/pictures/marks.tsx";
import { Amenities, amenitiesOf } from "./amenity.tsx";
import { greetingLink } from "./greeting.ts";
import type { ListingSummary } from "./listing.ts";
import styles from "./listing-card.module.css";

/** Spec §9. */
const photosShown = 3;

export interface ListingCardProps {
  listing: ListingSummary;
  siteUrl: string;
  first?: boolean;
}

/** A listing in a list (spec §2). The whole card is a link, with phone and WhatsApp on top. */
export function ListingCard({ listing, siteUrl, first = false }: ListingCardProps) {
  const photos = listing.photos.slice(0, photosShown);
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
      <Prices valorFds={listing.valorFds} valorDiaria={listing.valorDiaria} />
      <div className={styles.body}>
        <div>
          <LocationLine name={listing.localizacao} />
          <h3>
            <Link to={`/posts/${listing.id}`} prefetch="intent" viewTransition>
              {listing.title}
            </Link>
          </h3>
        </div>
        <ul className={`${styles.facts} small`}>
          <Fact icon="users" name="Max Pessoas" value={listing.quantidadeMaximaPessoas} />
          <Fact icon="bed-double" name="Quartos" value={listing.QuantidadeTotalQuartos} />
          <Fact icon="bath" name="Suítes" value={listing.QuantidadeTotalQuartosSuites || null} />
        </ul>
        {amenities.length > 0 && (
          <ul className={styles.amenities} aria-label="Lazer">
            <Amenities names={amenities} />
          </ul>
        )}
      </div>
      <div className={styles.call}>
        <a className={styles.phone} href={telLink(listing.telefone)}>
          <span>Telefone</span>
          <b>{formatPhone(listing.telefone)}</b>
        </a>
        {listing.whatsapp && (
          <a className="btn btn--whats" href={greetingLink(listing, siteUrl)}>
            <Icon name="whatsapp" />
            Chamar no WhatsApp
          </a>
        )}
      </div>
    </article>
  );
}

const leadSizes =
  "(min-width: 81.5rem) 25rem, (min-width: 68rem) 31vw, (min-width: 48rem) 60vw, 100vw";
const sideSizes =
  "(min-width: 81.5rem) 12.5rem, (min-width: 68rem) 16vw, (min-width: 48rem) 30vw, 50vw";

function Fact({ icon, name, value }: { icon: IconName; name: string; value: number | null }) {
  if (value === null) return null;
  return (
    <li>
      <Icon name={icon} />
      {name} <b>{value}</b>
    </li>
  );
}
