import { Link } from "react-router";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { Icon } from "../../ui/icon.tsx";
import { countOf } from "../../ui/words.ts";
import styles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import { formatAge, formatInstant } from "../when.ts";
import type { SilentOwner, WaitingQuestion } from "./waiting-questions.server.ts";

export interface WaitingQuestionsProps {
  questions: WaitingQuestion[];
  outcome: FormOutcome | undefined;
}

export function WaitingQuestions({ questions, outcome }: WaitingQuestionsProps) {
  return (
    <ul className={styles.queue}>
      {questions.map((question) => {
        const { id, uid, postId, title, ownerName, nome, mensagem, createdAt } = question;
        return (
          <li key={id}>
            <Icon name={question.isHeld ? "pause" : "flag"} />
            <p>
              <b>{nome}</b>
              <br />
              <span className="soft">
                {formatInstant(createdAt)}. {describeReason(question)}
              </span>
            </p>
            <div className={styles.form}>
              <blockquote className={styles.quote}>{mensagem}</blockquote>
              <p className="soft">
                Para <Link to={`/operador/anunciantes?q=${uid}`}>{ownerName}</Link>, sobre{" "}
                <Link to={`/operador/anuncios?q=${postId}`}>{title}</Link>
              </p>
              <div className={styles.actions}>
                <PanelForm intent="entregar" id={id} button="Entregar" outcome={outcome} />
                <PanelForm
                  intent="descartar"
                  id={id}
                  button="Descartar"
                  buttonClass="btn btn--earth"
                  outcome={outcome}
                />
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function describeReason({ isHeld, alike }: WaitingQuestion): string {
  return isHeld
    ? `Ainda não entregue: ${countOf(alike, "pergunta")} com o mesmo texto em um dia.`
    : "Entregue, e denunciada por quem a recebeu.";
}

export interface SilentOwnersProps {
  owners: SilentOwner[];
  today: string;
}

export function SilentOwners({ owners, today }: SilentOwnersProps) {
  return (
    <ul className={styles.queue}>
      {owners.map(({ uid, displayName, questions, since }) => (
        <li key={uid}>
          <Icon name="clock" />
          <p>
            <Link to={`/operador/anunciantes?q=${uid}`}>
              <b>{displayName}</b>
            </Link>
            <br />
            <span className="soft">
              {`${countOf(questions, "pergunta")} sem resposta, a mais antiga ${formatAge(since, today)}`}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
