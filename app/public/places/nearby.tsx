import { HowOrdered } from "../../domain/listings/list/how-ordered.tsx";
import { describePlaceAndCapacity, type ListingSummary } from "../../domain/listings/listing.ts";
import { Picture } from "../../domain/photos/picture.tsx";
import { formatReais, rateLabels } from "../../domain/prices/money.ts";
import { atLocation } from "../../domain/region/locations.ts";
import { Link } from "../../platform/ui/link.tsx";
import { Scene } from "../../platform/ui/pictures/scene.tsx";
import styles from "./nearby.module.css";
import type { NearPlace, PlaceSummary } from "./spots/place.ts";

export interface NearbyListingsProps {
  localizacao: string;
  listings: readonly ListingSummary[];
}

export function NearbyListings({ localizacao, listings }: NearbyListingsProps) {
  if (listings.length === 0) return null;
  const search = new URLSearchParams({ localizacao });
  return (
    <section className={styles.band} aria-labelledby="perto">
      <div className={styles.head}>
        <h2 id="perto">Onde ficar por perto</h2>
        <Link className="link" to={`/search?${search}`}>
          Todos os anúncios<span className="visually-hidden"> {atLocation(localizacao)}</span>
        </Link>
      </div>
      <ul className={styles.listings}>
        {listings.map((listing) => (
          <li key={listing.id} className={styles.listing}>
            {listing.photos[0] && (
              <Picture
                photo={listing.photos[0]}
                sizes="(min-width: 30rem) 10rem, 8.5rem"
                range={[180, 600]}
              />
            )}
            <div>
              <h3>
                <Link to={`/posts/${listing.id}`}>{listing.title}</Link>
              </h3>
              <p className="small soft">{describePlaceAndCapacity(listing)}</p>
              <Price listing={listing} />
            </div>
          </li>
        ))}
      </ul>
      <p className={`${styles.order} small soft`}>
        <HowOrdered />
      </p>
    </section>
  );
}

function Price({ listing: { valorDiaria, valorFds } }: { listing: ListingSummary }) {
  return (
    <p className="small">
      <b>{formatReais(valorDiaria ?? valorFds)}</b>{" "}
      {rateLabels[valorDiaria ? "valorDiaria" : "valorFds"]}
    </p>
  );
}

export interface OtherPlacesProps {
  title?: string;
  places: readonly (PlaceSummary & Partial<Pick<NearPlace, "drive">>)[];
}

export function OtherPlaces({ title = "Outros lugares", places }: OtherPlacesProps) {
  return (
    <section className={styles.band} aria-labelledby="mais">
      <div className={styles.head}>
        <h2 id="mais">{title}</h2>
        <Link className="link" to="/onde-visitar">
          Ver todos os lugares
        </Link>
      </div>
      <ul className={styles.places}>
        {places.map(({ id, nome, localizacao, imagem, drive }) => (
          <li key={id} className={styles.place}>
            <Scene name={imagem} alt="" sizes="(min-width: 48rem) 18rem, 44vw" />
            <h3>{nome}</h3>
            <p className="small soft">{drive ?? localizacao}</p>
            <Link className="link" to={`/detalhes/${id}`}>
              Mais informações<span className="visually-hidden"> sobre {nome}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
