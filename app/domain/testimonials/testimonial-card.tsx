import type { ReactNode } from "react";
import { Icon } from "../../platform/ui/icon.tsx";
import { Stars } from "./stars.tsx";
import { describeVisit, firstNameOf, type Testimonial } from "./testimonial.ts";
import styles from "./testimonial-card.module.css";

export interface TestimonialCardProps {
  testimonial: Testimonial;
  /** Who answers; "" if the advertiser has no name. */
  ownerName?: string;
  /** Level of its heading. */
  level?: 2 | 3;
  /** Address of the form that reports it. */
  reportAt?: string | undefined;
  children?: ReactNode;
}

export function TestimonialCard({
  testimonial,
  ownerName = "",
  level = 3,
  reportAt,
  children,
}: TestimonialCardProps) {
  const { id, nome, nota, texto, resposta } = testimonial;
  const Name = `h${level}` as const;
  return (
    <article className={styles.card} aria-labelledby={`depoimento-${id}`}>
      <header>
        <Name id={`depoimento-${id}`}>{firstNameOf(nome)}</Name>
        <Stars nota={nota} />
        <p className="small soft">{describeVisit(testimonial)}. Convidado pelo anunciante.</p>
      </header>
      <blockquote>{texto}</blockquote>
      {resposta && (
        <div className={styles.answer}>
          <p className="small">
            <b>{ownerName ? `Resposta de ${ownerName}` : "Resposta de quem anuncia"}</b>
          </p>
          <p>{resposta}</p>
        </div>
      )}
      {children}
      {reportAt && (
        <p className={styles.report}>
          <a href={reportAt} rel="nofollow">
            <Icon name="flag" />
            <span>Denunciar</span>
            <span className="visually-hidden"> o depoimento de {firstNameOf(nome)}</span>
          </a>
        </p>
      )}
    </article>
  );
}
