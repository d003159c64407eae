import { describeReason } from "../../reports/report.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { Stars } from "../../testimonials/stars.tsx";
import { describeVisit } from "../../testimonials/testimonial.ts";
import { AboutLinks, Case, VerdictForm } from "../case.tsx";
import styles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import { formatInstant } from "../when.ts";
import type { JudgedTestimonial, TestimonialReport } from "./judged-testimonials.server.ts";

export interface TestimonialCaseProps {
  testimonial: JudgedTestimonial;
  /** It waits for a decision. */
  isWaiting?: boolean;
  outcome: FormOutcome | undefined;
}

export function TestimonialCase({ testimonial, isWaiting, outcome }: TestimonialCaseProps) {
  const { id, uid, postId, title, ownerName, nome, nota, texto, resposta } = testimonial;
  const { publishedAt, flags, hiddenReason, reports } = testimonial;
  return (
    <Case title={`Depoimento de ${nome}`} aside={<Stars nota={nota} />}>
      <blockquote className={styles.quote}>{texto}</blockquote>
      <div className={styles.facts}>
        {resposta && <p className="soft">Resposta: {resposta}</p>}
        <p className="soft">
          Convite de {ownerName}, sobre {title}. Publicado em {formatInstant(publishedAt)}.{" "}
          {describeVisit(testimonial)}.
        </p>
        {(flags.length > 0 || reports.length > 0) && (
          <ul>
            {flags.map((flag) => (
              <li key={flag}>{flagWords[flag]}</li>
            ))}
            {reports.map((report) => (
              <li key={report.id}>{describe(report)}</li>
            ))}
          </ul>
        )}
        <AboutLinks postId={postId} uid={uid} />
      </div>
      {hiddenReason ? (
        <>
          <p className="soft">Escondido. O motivo: {hiddenReason}</p>
          <PanelForm intent="mostrar" id={id} button="Mostrar de novo" outcome={outcome} />
        </>
      ) : (
        <VerdictForm
          caseId={id}
          id={id}
          hint="Vai por e-mail para quem anuncia e para o hóspede, se você esconder."
          outcome={outcome}
          buttons={[
            ...(isWaiting ? [{ intent: "manter", text: "Arquivar", isFree: true }] : []),
            { intent: "esconder", text: "Esconder", look: "btn--earth" },
          ]}
        />
      )}
    </Case>
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
