import { formatReais } from "../../prices/money.ts";
import { isLongAmount, Prices } from "../../prices/prices.tsx";
import { formatPhone, telLink } from "../../ui/forms/phone.ts";
import { Icon } from "../../ui/icon.tsx";
import { greetingLink } from "../greeting.ts";
import { type Listing, missingText } from "../listing.ts";
import styles from "./contact-box.module.css";

export interface ContactProps {
  listing: Listing;
  /** Without a slash at its end; stands in the WhatsApp greeting. */
  siteUrl: string;
}

/** What it costs and whom to talk to. */
export function ContactBox({ listing, siteUrl }: ContactProps) {
  const phone = (
    <a className="btn btn--line btn--big" href={telLink(listing.telefone)}>
      <Icon name="phone" />
      <span className="visually-hidden">Telefone: </span>
      {formatPhone(listing.telefone)}
    </a>
  );
  return (
    <aside className={styles.box} aria-label="Preços e contato">
      <Prices large valorFds={listing.valorFds} valorDiaria={listing.valorDiaria} />
      <div className={styles.actions}>
        <p className={styles.advertiser}>
          <span className="small soft">Anunciante</span>
          <b>{listing.createdBy || missingText}</b>
        </p>
        {listing.whatsapp && (
          <a className="btn btn--whats btn--big" href={greetingLink(listing, siteUrl)}>
            <Icon name="whatsapp" />
            Chamar no WhatsApp
          </a>
        )}
        {phone}
        <p className="small soft">
          O Mar de Minas só apresenta vocês. Reserva e pagamento são combinados direto com o
          anunciante.
        </p>
      </div>
    </aside>
  );
}

/** The same under the thumb, on a phone. */
export function ContactBar({ listing, siteUrl }: ContactProps) {
  const { telefone, valorDiaria, valorFds } = listing;
  const number = formatPhone(telefone);
  return (
    <div className={`${styles.bar} water`} data-bottom-bar>
      {valorDiaria ? (
        <p>
          <Amount text={formatReais(valorDiaria)} /> <small>Noite</small>
          <span>{formatReais(valorFds)} Final de Semana</span>
        </p>
      ) : (
        <p>
          <Amount text={formatReais(valorFds)} />
          <span>Final de Semana</span>
        </p>
      )}
      {listing.whatsapp ? (
        <>
          <a
            className={`btn ${styles.phone}`}
            href={telLink(telefone)}
            aria-label={`Ligar para ${number}`}
          >
            <Icon name="phone" />
          </a>
          <a
            className="btn btn--whats"
            href={greetingLink(listing, siteUrl)}
            aria-label="Chamar no WhatsApp"
          >
            <Icon name="whatsapp" />
            WhatsApp
          </a>
        </>
      ) : (
        <a className="btn btn--line" href={telLink(telefone)}>
          <Icon name="phone" />
          {number}
        </a>
      )}
    </div>
  );
}

function Amount({ text }: { text: string }) {
  return <b className={isLongAmount(text) ? styles.long : undefined}>{text}</b>;
}
