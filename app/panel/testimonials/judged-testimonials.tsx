import { Link } from "react-router";
import { describeReason } from "../../reports/report.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { Stars } from "../../testimonials/stars.tsx";
import { describeVisit } from "../../testimonials/testimonial.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "../panel.module.css";
import { PanelForm, ReasonForm } from "../panel-form.tsx";
import { formatInstant } from "../when.ts";
import type { JudgedTestimonial, TestimonialReport } from "./judged-testimonials.server.ts";

export interface JudgedTestimonialsProps {
  testimonials: JudgedTestimonial[];
  /** They wait for a decision. */
  areWaiting?: boolean;
  outcome: FormOutcome | undefined;
}

export function JudgedTestimonials({
  testimonials,
  areWaiting = false,
  outcome,
}: JudgedTestimonialsProps) {
  return (
    <ul className={styles.queue}>
      {testimonials.map((testimonial) => {
        const { id, uid, postId, title, ownerName, nome, nota, texto, resposta } = testimonial;
        const { publishedAt, flags, hiddenReason, reports } = testimonial;
        return (
          <li key={id}>
            <Icon name={hiddenReason ? "eye-off" : areWaiting ? "flag" : "circle-check"} />
            <div>
              <b>{nome}</b>
              <br />
              <Stars nota={nota} />
              <p className="soft">
                Publicado em {formatInstant(publishedAt)}. {describeVisit(testimonial)}.
              </p>
            </div>
            <div className={styles.form}>
              <blockquote className={styles.quote}>{texto}</blockquote>
              {resposta && <p className="soft">Resposta: {resposta}</p>}
              <p className="soft">
                Convite de <Link to={`/operador/anunciantes?q=${uid}`}>{ownerName}</Link>, sobre{" "}
                <Link to={`/operador/anuncios?q=${postId}`}>{title}</Link>
              </p>
              {(flags.length > 0 || reports.length > 0) && (
                <ul className="small">
                  {flags.map((flag) => (
                    <li key={flag}>{flagWords[flag]}</li>
                  ))}
                  {reports.map((report) => (
                    <li key={report.id}>{describe(report)}</li>
                  ))}
                </ul>
              )}
              {hiddenReason ? (
                <>
                  <p className="soft">Escondido. O motivo: {hiddenReason}</p>
                  <PanelForm intent="mostrar" id={id} button="Mostrar de novo" outcome={outcome} />
                </>
              ) : (
                <>
                  {areWaiting && (
                    <PanelForm intent="manter" id={id} button="Está tudo certo" outcome={outcome} />
                  )}
                  <ReasonForm
                    intent="esconder"
                    id={id}
                    label="Motivo para esconder"
                    hint="Vai por e-mail para quem anuncia e para o hóspede."
                    button="Esconder"
                    buttonClass="btn btn--earth"
                    outcome={outcome}
                  />
                </>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const flagWords: Record<JudgedTestimonial["flags"][number], string> = {
  network: "Sinal: convite e depoimento saíram da mesma internet.",
  device: "Sinal: o depoimento foi escrito no aparelho que gerou os convites.",
  email: "Sinal: e-mail parecido com o do anunciante ou de outro depoimento dele.",
};

function describe({ motivo, detalhes, contato, isOwners }: TestimonialReport): string {
  const from = isOwners ? "Denunciado por quem anuncia" : "Denunciado";
  return [`${from}: ${describeReason(motivo)}`, detalhes, contato && `Contato: ${contato}`]
    .filter(Boolean)
    .join(". ");
}
