import type { ReactNode } from "react";
import { chatNumber, greetingLink, type Question } from "../listings/card/greeting.ts";
import { missingText } from "../listings/listing.ts";
import { formatReais, rateLabels } from "../prices/money.ts";
import { isLongAmount, Prices } from "../prices/prices.tsx";
import { visitMark } from "../site/visit-mark.ts";
import { formatPhone, isMobile, telLink } from "../ui/forms/phone.ts";
import { Icon } from "../ui/icon.tsx";
import { countOf } from "../ui/words.ts";
import styles from "./contact-box.module.css";
import { OtherDevice } from "./other-device.tsx";
import type { BrowserListing } from "./static/browser-listing.ts";
import type { CheckedInquiry } from "./stay-inquiry.ts";

interface ContactProps {
  listing: BrowserListing;
  /** Address without a trailing slash; part of the WhatsApp greeting. */
  siteUrl: string;
  question: Question;
}

export interface ContactBoxProps extends ContactProps {
  /** What the advertiser asks besides the prices, as phrases. */
  terms: readonly string[];
  /** Month of the advertiser's sign-up: "novembro de 2026". */
  since: string;
  /** Number of the advertiser's listings. */
  total: number;
  /** Sentence about the advertiser's usual response time; null if there is nothing good to say. */
  answerTime: string | null;
  /** Path of the form for questions by e-mail; null if the advertiser takes none. */
  askAddress: string | null;
  /** When the calendar was last confirmed, as a sentence. */
  freshness: string;
  children: ReactNode;
}

export function ContactBox({
  listing,
  siteUrl,
  question,
  terms,
  since,
  total,
  answerTime,
  askAddress,
  freshness,
  children,
}: ContactBoxProps) {
  const chat = chatNumber(listing);
  const phone = (
    <a
      className="btn btn--line btn--big"
      href={telLink(listing.telefone)}
      data-count={visitMark("telefone")}
    >
      <Icon name="phone" />
      <span className="visually-hidden">Telefone: </span>
      {formatPhone(listing.telefone)}
    </a>
  );
  return (
    <aside className={styles.box} id="contato" aria-label="Preços e contato">
      <Prices large valorFds={listing.valorFds} valorDiaria={listing.valorDiaria} terms={terms} />
      <div className={styles.actions}>
        {children}
        <p className={styles.advertiser}>
          <span className="small soft">Anunciante</span>
          <b>{listing.createdBy || missingText}</b>
          <span className="small soft">
            {`Anunciante desde ${since}`}
            {total > 1 && `, com ${countOf(total, "anúncio")}`}
          </span>
          {answerTime && <span className="small soft">{answerTime}</span>}
          <span className="small soft">{freshness}</span>
        </p>
        {listing.nomeContato && (
          <p className={styles.name}>
            Falar com <b>{listing.nomeContato}</b>
          </p>
        )}
        {chat && (
          <a
            className="btn btn--whats btn--big"
            href={greetingLink({ ...listing, telefone: chat }, siteUrl, question)}
            data-count={visitMark("whatsapp")}
          >
            <Icon name="whatsapp" />
            Chamar no WhatsApp
          </a>
        )}
        {phone}
        {listing.telefone2 && <SecondNumber {...{ listing, siteUrl, question }} />}
        {askAddress && (
          <a className="btn btn--line btn--big" href={askAddress} rel="nofollow">
            <Icon name="mail" />
            Perguntar por e-mail
          </a>
        )}
        <OtherDevice listing={listing} siteUrl={siteUrl} question={question} />
        <p className="small soft">
          O Mar de Minas só apresenta vocês. Reserva e pagamento são combinados direto com o
          anunciante.
        </p>
      </div>
    </aside>
  );
}

/** A line below the buttons: the first number is the main one. */
function SecondNumber({ listing, siteUrl, question }: ContactProps) {
  const { telefone2, whatsapp } = listing;
  return (
    <p className={styles.second}>
      <a href={telLink(telefone2)} data-count={visitMark("telefone")}>
        <Icon name="phone" />
        <span className="visually-hidden">Outro número: </span>
        {formatPhone(telefone2)}
      </a>
      {whatsapp && isMobile(telefone2) && (
        <a
          href={greetingLink({ ...listing, telefone: telefone2 }, siteUrl, question)}
          data-count={visitMark("whatsapp")}
        >
          <Icon name="whatsapp" />
          WhatsApp<span className="visually-hidden"> do outro número</span>
        </a>
      )}
    </p>
  );
}

export interface ContactBarProps extends ContactProps {
  summary: CheckedInquiry["summary"];
}

export function ContactBar({ listing, siteUrl, question, summary }: ContactBarProps) {
  const { telefone } = listing;
  const chat = chatNumber(listing);
  const number = formatPhone(telefone);
  const phoneCount = visitMark("telefone");
  return (
    <div className={`${styles.bar} water`} data-bottom-bar>
      <BarPrice listing={listing} summary={summary} />
      {chat ? (
        <>
          <a
            className={`btn ${styles.phone}`}
            href={telLink(telefone)}
            aria-label={`Ligar para ${number}`}
            data-count={phoneCount}
          >
            <Icon name="phone" />
          </a>
          <a
            className="btn btn--whats"
            href={greetingLink({ ...listing, telefone: chat }, siteUrl, question)}
            aria-label="Chamar no WhatsApp"
            data-count={visitMark("whatsapp")}
          >
            <Icon name="whatsapp" />
            WhatsApp
          </a>
        </>
      ) : (
        <a className="btn btn--line" href={telLink(telefone)} data-count={phoneCount}>
          <Icon name="phone" />
          {number}
        </a>
      )}
    </div>
  );
}

/** The price leads to the dates and to how it comes about. */
function BarPrice({ listing, summary }: Pick<ContactBarProps, "listing" | "summary">) {
  const { valorDiaria, valorFds } = listing;
  if (summary) {
    return (
      <a className={styles.price} href="#contato">
        <Amount text={summary.what} /> <small>{summary.certainty}</small>
        <span>{summary.detail}</span>
      </a>
    );
  }
  return (
    <a className={styles.price} href="#contato">
      <Amount text={formatReais(valorDiaria ?? valorFds)} />{" "}
      {valorDiaria && <small>{rateLabels.valorDiaria}</small>}
      <span>
        {valorDiaria ? `${formatReais(valorFds)} ${rateLabels.valorFds}` : rateLabels.valorFds}
      </span>
    </a>
  );
}

function Amount({ text }: { text: string }) {
  return <b className={isLongAmount(text) ? styles.long : undefined}>{text}</b>;
}
