import type { ReactNode } from "react";
import { Icon } from "../../platform/ui/icon.tsx";
import {
  describeVisit,
  firstNameOf,
  formatRating,
  ratings,
  type Testimonial,
} from "./testimonial.ts";
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

/** A rating in stars, and in words for those who don't see them. */
export function Stars({ nota }: { nota: number }) {
  return (
    <span className={styles.stars}>
      <span aria-hidden="true">
        {ratings.map((step) => (
          <Icon key={step} name={step <= nota ? "star-filled" : "star"} />
        ))}
      </span>
      <b>{formatRating(nota)}</b>
    </span>
  );
}
