import { Fragment, type ReactNode, useState } from "react";
import { missingText } from "../../domain/listings/listing.ts";
import { formatReais, rateLabels } from "../../domain/prices/money.ts";
import { isLongAmount, Prices } from "../../domain/prices/prices.tsx";
import { copyText } from "../../platform/ui/copy-text.ts";
import { formatPhone, telLink, whatsappLink } from "../../platform/ui/forms/phone.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import { beaconText } from "../../platform/web/visit-beacon.ts";
import styles from "./contact-box.module.css";
import type { BrowserListing } from "./static/browser-listing.ts";
import type { AssessedInquiry } from "./stay-inquiry.ts";

interface ContactProps {
  listing: BrowserListing;
  /** The number to chat with; null without WhatsApp. */
  chat: string | null;
  /** The visitor's first message. */
  greeting: string;
}

export interface ContactBoxProps extends ContactProps {
  /** The advertiser's terms besides the prices, as phrases. */
  terms: readonly string[];
  /** The advertiser's other listings. */
  others: readonly { id: string; title: string }[];
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
  chat,
  greeting,
  terms,
  others,
  answerTime,
  askAddress,
  freshness,
  children,
}: ContactBoxProps) {
  const { createdBy, nomeContato, telefone, telefone2 } = listing;
  return (
    <aside className={styles.box} id="contato" aria-label="Preços e contato">
      <Prices large valorFds={listing.valorFds} valorDiaria={listing.valorDiaria} terms={terms} />
      <div className={styles.actions}>
        {children}
        {chat && (
          <a
            className="btn btn--whats btn--big"
            href={whatsappLink(chat, greeting)}
            data-count={beaconText("whatsapp")}
          >
            <Icon name="whatsapp" />
            Chamar no WhatsApp
          </a>
        )}
        <p className={styles.ways}>
          <Phone label="Telefone" number={telefone} />
          {telefone2 && <Phone label="Outro número" number={telefone2} />}
        </p>
        <div className={styles.ways}>
          {askAddress && (
            <a className="link" href={askAddress} rel="nofollow">
              Perguntar por e-mail
            </a>
          )}
          <CopyMessage chat={chat} greeting={greeting} />
        </div>
        <p className={styles.advertiser}>
          <span className="visually-hidden">Anunciante: </span>
          <b>{createdBy || missingText}</b>
          {nomeContato && <span>Falar com {nomeContato}</span>}
          {others.length > 0 && (
            <span className="small soft">
              Também anuncia{" "}
              {others.map(({ id, title }, index) => (
                <Fragment key={id}>
                  {index > 0 && ", "}
                  <a href={`/posts/${id}`}>{title}</a>
                </Fragment>
              ))}
            </span>
          )}
          {answerTime && <span className="small soft">{answerTime}</span>}
          <span className="small soft">{freshness}</span>
        </p>
      </div>
    </aside>
  );
}

function Phone({ label, number }: { label: string; number: string }) {
  return (
    <a href={telLink(number)} data-count={beaconText("telefone")}>
      <Icon name="phone" />
      <span className="visually-hidden">{label}: </span>
      {formatPhone(number)}
    </a>
  );
}

export interface ContactBarProps extends ContactProps {
  summary: AssessedInquiry["summary"];
}

export function ContactBar({ listing, chat, greeting, summary }: ContactBarProps) {
  const { telefone } = listing;
  const number = formatPhone(telefone);
  const phoneCount = beaconText("telefone");
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
            href={whatsappLink(chat, greeting)}
            aria-label="Chamar no WhatsApp"
            data-count={beaconText("whatsapp")}
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

interface CopyMessageProps {
  /** The number to chat with; null without WhatsApp. */
  chat: string | null;
  greeting: string;
}

type ChatCode = typeof import("./chat-code.tsx").ChatCode;

/**
 * Serves visitors whose WhatsApp is on another device, or who have none. On a desktop it also draws a code that
 * opens the conversation on a phone.
 */
function CopyMessage({ chat, greeting }: CopyMessageProps) {
  const [code, setCode] = useState<{ ChatCode: ChatCode } | null>(null);
  function copy() {
    copyText(greeting, {
      done: "Mensagem copiada",
      failed: "Este navegador não deixou copiar a mensagem.",
    });
    if (!chat || !matchMedia("(hover: hover) and (pointer: fine)").matches) return;
    import("./chat-code.tsx").then(setCode, () => undefined);
  }
  return (
    <>
      <button type="button" className="link" onClick={copy}>
        Copiar mensagem
      </button>
      {code && chat && <code.ChatCode address={whatsappLink(chat, greeting)} />}
    </>
  );
}
