import { Amenities, amenitiesOf } from "../../../domain/listings/card/amenity.tsx";
import { type FieldDefinition, listingFields } from "../../../domain/listings/fields.ts";
import { type Listing, missingText } from "../../../domain/listings/listing.ts";
import { SeasonTable } from "../../../domain/prices/season-table.tsx";
import { comingSeasons } from "../../../domain/prices/seasons.ts";
import styles from "../listing-facts.module.css";

/** Fields shown as big numbers. */
const numberFields = [
  "quantidadeMaximaPessoas",
  "QuantidadeTotalQuartos",
  "QuantidadeTotalQuartosSuites",
] as const;

/** Fields shown as rows of text. */
const textFields = [
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

/** Shows the fields that have values; {@link Details} lists the others. */
export function Facts({ listing }: { listing: Listing }) {
  const known = numberFields.filter((field) => listing[field] !== null);
  return (
    <>
      {known.length > 0 && (
        <dl className={styles.numbers}>
          {known.map((field) => (
            <div key={field}>
              <dt>{listingFields[field].label}</dt>
              <dd>{listing[field]}</dd>
            </div>
          ))}
        </dl>
      )}
      {listing.body.trim() && <Body text={listing.body} />}
    </>
  );
}

/** Characters that fill about twelve lines on a phone. */
const foldedLetters = 480;

/** Folds a long text by a checkbox, which needs no code in the browser. */
function Body({ text }: { text: string }) {
  const lines = text.split("\n").reduce((sum, line) => sum + 1 + line.length / 40, 0);
  if (lines < foldedLetters / 40 + 2) return <p className={styles.text}>{text}</p>;
  return (
    <>
      <input type="checkbox" id="texto-todo" className={styles.unfold} aria-label="Ler tudo" />
      <p className={`${styles.text} ${styles.long}`}>{text}</p>
      <label htmlFor="texto-todo" className={`link ${styles.more}`}>
        Ler tudo
      </label>
    </>
  );
}

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

interface PaperProps {
  id: string;
  /** The ad's absolute URL. */
  address: string;
}

/** Address and QR code of the page, for printed ads only. Screens don't load the picture. */
export function Paper({ id, address }: PaperProps) {
  return (
    <>
      <img src={`/posts/${id}/codigo.svg`} alt="" width="98" height="98" loading="lazy" />
      <p>
        <b>Fotos, datas e preços de hoje:</b>
        <br />
        {address.replace(/^https?:\/\//, "")}
      </p>
    </>
  );
}
