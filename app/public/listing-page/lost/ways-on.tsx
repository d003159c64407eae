import { type Inquiry, noInquiry, writeInquiry } from "../../../domain/listings/inquiry.ts";
import { locationOptions } from "../../../domain/region/locations.ts";
import { SelectField, TextField } from "../../../platform/ui/forms/field.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { type SmallListing, SmallListings } from "../similar/small-listings.tsx";
import styles from "./ways-on.module.css";

export interface WaysOnProps {
  today: string;
  /** Newest listings first. */
  recent: readonly SmallListing[];
  /** The dates and people in the page's address. */
  inquiry?: Inquiry;
}

/** Shown below a page that isn't there: a search, and some houses. Works without script. */
export function WaysOn({ today, recent, inquiry = noInquiry }: WaysOnProps) {
  const { entrada, saida, pessoas } = writeInquiry(inquiry);
  return (
    <div className={styles.ways}>
      <search>
        <form action="/search" className={styles.search}>
          <h2>Procure uma casa</h2>
          <SelectField
            name="localizacao"
            label="Localização"
            placeholder="Toda a região"
            options={locationOptions}
          />
          <TextField
            type="date"
            name="entrada"
            label="Entrada"
            min={today}
            defaultValue={entrada ?? undefined}
          />
          <TextField
            type="date"
            name="saida"
            label="Saída"
            min={today}
            defaultValue={saida ?? undefined}
          />
          <TextField
            name="pessoas"
            label="Pessoas"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            placeholder="Quantas"
            defaultValue={pessoas ?? undefined}
          />
          <button type="submit" className="btn btn--big">
            <Icon name="search" />
            Buscar
          </button>
        </form>
      </search>
      {recent.length > 0 && (
        <SmallListings id="recentes" title="Recém-publicadas" listings={recent} inquiry={inquiry}>
          <p>
            <a className={`link ${styles.all}`} href="/search">
              Ver todos os anúncios
            </a>
          </p>
        </SmallListings>
      )}
    </div>
  );
}
