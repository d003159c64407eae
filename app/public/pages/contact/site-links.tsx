import { formatPhone, telLink, whatsappLink } from "../../../platform/ui/forms/phone.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./site-links.module.css";

const greeting = "Olá! Vim pelo site Mar de Minas e gostaria de mais informações.";

export interface SiteLinksProps {
  phone: string | null;
  whatsapp: string | null;
  email: string | null;
  /** The request with which the visitor came; null if there is none in particular. */
  asked: string | null;
}

export function SiteLinks({ phone, whatsapp, email, asked }: SiteLinksProps) {
  if (!phone && !whatsapp && !email) return null;
  return (
    <section className={`${styles.links} water`} aria-labelledby="direto">
      <h2 id="direto">Fale direto</h2>
      {whatsapp && asked && <p>No WhatsApp, o seu pedido já vai escrito.</p>}
      <ul>
        {whatsapp && (
          <li>
            <a className="btn btn--big" href={whatsappLink(whatsapp, asked ?? greeting)}>
              <Icon name="whatsapp" />
              Chamar no WhatsApp
            </a>
          </li>
        )}
        {phone && (
          <li>
            <a className="btn btn--big" href={telLink(phone)}>
              <Icon name="phone" />
              <span className="visually-hidden">Ligar: </span>
              {formatPhone(phone)}
            </a>
          </li>
        )}
        {email && (
          <li>
            <a className="btn btn--big" href={`mailto:${email}`}>
              <Icon name="mail" />
              <span className="visually-hidden">Escrever para </span>
              <span className={styles.address}>{email}</span>
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}
