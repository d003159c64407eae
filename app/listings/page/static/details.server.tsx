import { comingSeasons, SeasonTable } from "../../../prices/season-table.tsx";
import { type FieldDefinition, listingFields } from "../../fields.ts";
import { type Listing, missingText } from "../../listing.ts";
import styles from "../listing-facts.module.css";

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

/** Includes empty fields (spec §2). */
function Property({ listing }: { listing: Listing }) {
  return (
    <section aria-labelledby="imovel">
      <h2 id="imovel">O imóvel</h2>
      <dl className={styles.rows}>
        {rows.map((name) => (
          <div key={name}>
            <dt>{rowLabel(name)}</dt>
            <dd>{listing[name].trim() || <span className={styles.missing}>{missingText}</span>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
