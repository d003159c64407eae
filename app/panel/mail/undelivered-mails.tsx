import { describeMailProblem } from "../../platform/mail/mail-problems.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import { countOf } from "../../platform/ui/words.ts";
import type { FormOutcome } from "../../platform/web/forms/form-outcome.ts";
import styles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import { formatInstant } from "../when.ts";
import type { UndeliveredMail } from "./mail-lists.server.ts";

export interface UndeliveredMailsProps {
  mails: UndeliveredMail[];
  outcome: FormOutcome | undefined;
}

export function UndeliveredMails({ mails, outcome }: UndeliveredMailsProps) {
  return (
    <ul className={styles.queue}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <Icon name="mail-question-mark" />
          <p>
            <b>{mail.title}</b>
            <br />
            <span className="soft">
              {mail.to && `para ${mail.to}, `}
              {countOf(mail.attempts, "tentativa")}. {next(mail)}
            </span>
            {mail.lastError && (
              <>
                <br />
                <span className="soft">Motivo: {describeMailProblem(mail.lastError)}</span>
              </>
            )}
          </p>
          <PanelForm
            id={mail.id}
            buttons={[{ intent: "reenviar", text: "Mandar agora" }]}
            outcome={outcome}
          />
        </li>
      ))}
    </ul>
  );
}

function next({ state, nextAttemptAt }: UndeliveredMail): string {
  return state === "failed"
    ? "Desistimos: só sai se você mandar."
    : `Sai sozinho em ${formatInstant(nextAttemptAt)}.`;
}
