import { Icon } from "../../ui/icon.tsx";
import { ShareLink } from "../../ui/share-link.tsx";
import { Amenities, amenitiesOf } from "../amenity.tsx";
import { type FieldDefinition, listingFields } from "../fields.ts";
import { type Listing, missingText } from "../listing.ts";

export interface ListingHeadProps {
  listing: Listing;
  /** Without a slash at its end. */
  siteUrl: string;
}

/** The head of a listing's page: what it is called, where it is, its three numbers, its text. */
export function ListingHead({ listing, siteUrl }: ListingHeadProps) {
  return (
    <div className="head">
      {listing.featured && <p className="flag">Destaque</p>}
      <h1>{listing.title}</h1>
      <div className="where">
        <p className="place">
          <Icon name="map-pin" />
          {listing.localizacao}
        </p>
        <ShareLink
          url={`${siteUrl}/posts/${listing.id}`}
          text={`${listing.title}, em ${listing.localizacao}`}
        />
      </div>
      <dl className="big">
        <BigNumber name="Max Pessoas" value={listing.quantidadeMaximaPessoas} />
        <BigNumber name="Quartos" value={listing.QuantidadeTotalQuartos} />
        <BigNumber name="Suítes" value={listing.QuantidadeTotalQuartosSuites} />
      </dl>
      {listing.body.trim() ? (
        <p className="body-text">{listing.body}</p>
      ) : (
        <p className="body-text missing">{missingText}</p>
      )}
    </div>
  );
}

function BigNumber({ name, value }: { name: string; value: number | null }) {
  return (
    <div>
      <dt>{name}</dt>
      {value === null ? <dd className="missing">{missingText}</dd> : <dd>{value}</dd>}
    </div>
  );
}

/** The amenities of a listing. */
export function Leisure({ listing }: { listing: Listing }) {
  const names = amenitiesOf(listing);
  return (
    <section aria-labelledby="lazer">
      <h2 id="lazer">Lazer</h2>
      {names.length > 0 ? (
        <ul className="fun">
          <Amenities names={names} />
        </ul>
      ) : (
        <p className="missing">{missingText}</p>
      )}
    </section>
  );
}

const rows = [
  "detalhamentoQuartosSociais",
  "detalhamentoSuites",
  "detalhesCozinha",
  "detalhesSala",
  "beneficiosImovel",
  "observacoesTarifa",
  "maioresInformacoes",
  "observacao",
  "enderecoCompleto",
] as const;

function rowLabel(name: (typeof rows)[number]): string {
  const field: FieldDefinition = listingFields[name];
  return ("pageLabel" in field && field.pageLabel) || field.label;
}

/** All the texts of a listing, those left empty too (spec §2). */
export function Property({ listing }: { listing: Listing }) {
  return (
    <section aria-labelledby="imovel">
      <h2 id="imovel">O imóvel</h2>
      <dl className="rows">
        {rows.map((name) => (
          <div key={name}>
            <dt>{rowLabel(name)}</dt>
            <dd>{listing[name].trim() || <span className="missing">{missingText}</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
