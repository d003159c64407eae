import type { ReactNode } from "react";
import { Stars } from "./stars.tsx";
import { describeVisit, firstNameOf } from "./testimonial.ts";
import styles from "./testimonial-card.module.css";

interface CardTestimonial {
  id: string;
  entrada: string;
  nome: string;
  nota: number;
  texto: string;
  resposta: string | null;
}

export interface TestimonialCardProps {
  testimonial: CardTestimonial;
  /** Who answers; "" if the advertiser has no name. */
  ownerName?: string;
  /** Level of its heading. */
  level?: 2 | 3;
  children?: ReactNode;
}

/** What a guest says, as visitors see it. */
export function TestimonialCard({
  testimonial,
  ownerName = "",
  level = 3,
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
    </article>
  );
}
