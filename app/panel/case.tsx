import type { ReactNode } from "react";
import { Link } from "../platform/ui/link.tsx";
import styles from "./case.module.css";
import panelStyles from "./panel.module.css";

export interface CaseProps {
  title: string;
  aside?: ReactNode;
  isUrgent?: boolean;
  /** The words that the case is about. */
  quote?: string;
  facts: string[];
  /** The ad and the advertiser to look at. */
  about?: AboutLinksProps;
  /** Ends with the form of its verdict. */
  children: ReactNode;
}

/** A card for whatever waits for a decision. */
export function Case({ title, aside, isUrgent, quote, facts, about, children }: CaseProps) {
  return (
    <article className={`${styles.case} ${isUrgent ? styles.urgent : ""}`}>
      <header className={panelStyles.head}>
        <h2>{title}</h2>
        {aside}
      </header>
      {quote && <blockquote className={panelStyles.quote}>{quote}</blockquote>}
      <div className={panelStyles.facts}>
        {facts.map((fact) => (
          <p key={fact} className="soft">
            {fact}
          </p>
        ))}
        {about && <AboutLinks {...about} />}
      </div>
      {children}
    </article>
  );
}

interface AboutLinksProps {
  postId?: string;
  uid: string;
}

export function AboutLinks({ postId, uid }: AboutLinksProps) {
  return (
    <p>
      {postId && (
        <Link className="link" to={`/operador/anuncios?q=${postId}`}>
          Ver o anúncio
        </Link>
      )}
      <Link className="link" to={`/operador/anunciantes?q=${uid}`}>
        Ver o anunciante
      </Link>
    </p>
  );
}
