import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { countOf } from "../../ui/words.ts";
import { AboutLinks, Case } from "../case.tsx";
import styles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import { formatInstant } from "../when.ts";
import type { WaitingQuestion } from "./waiting-questions.server.ts";

export interface QuestionCaseProps {
  question: WaitingQuestion;
  outcome: FormOutcome | undefined;
}

export function QuestionCase({ question, outcome }: QuestionCaseProps) {
  const { id, uid, postId, title, ownerName, nome, mensagem, createdAt, isHeld, alike } = question;
  return (
    <Case title={`Pergunta de ${nome}`}>
      <blockquote className={styles.quote}>{mensagem}</blockquote>
      <div className={styles.facts}>
        <p className="soft">
          Para {ownerName}, sobre {title}, em {formatInstant(createdAt)}.{" "}
          {isHeld
            ? `Ainda não entregue: ${countOf(alike, "pergunta")} com o mesmo texto em um dia.`
            : "Entregue, e denunciada por quem a recebeu."}
        </p>
        <AboutLinks postId={postId} uid={uid} />
      </div>
      <div className={styles.actions}>
        <PanelForm
          intent="entregar"
          id={id}
          button={isHeld ? "Entregar" : "Arquivar"}
          outcome={outcome}
        />
        <PanelForm
          intent="descartar"
          id={id}
          button="Esconder"
          buttonClass="btn btn--earth"
          outcome={outcome}
        />
      </div>
    </Case>
  );
}
