import { Icon } from "../../platform/ui/icon.tsx";
import type { FormOutcome } from "../../platform/web/forms/form-outcome.ts";
import styles from "../panel.module.css";
import { PanelForm } from "../panel-form.tsx";
import { formatInstant } from "../when.ts";
import type { ContactMessage } from "./mail-lists.server.ts";

const replySubject = encodeURIComponent("Sua mensagem ao Mar de Minas");

export interface MessagesProps {
  messages: ContactMessage[];
  outcome: FormOutcome | undefined;
}

export function Messages({ messages, outcome }: MessagesProps) {
  return (
    <ul className={styles.queue}>
      {messages.map((message) => (
        <li key={message.id}>
          <Icon name={message.doneAt ? "check" : "mail"} />
          <p>
            <b>{message.nome}</b>
            <br />
            <span className="soft">
              {message.email}, {formatInstant(message.createdAt)}
              {message.doneAt && `. Resolvida em ${formatInstant(message.doneAt)}.`}
            </span>
          </p>
          <div className={styles.form}>
            <blockquote className={styles.quote}>{message.mensagem}</blockquote>
            <div className={styles.actions}>
              <a
                className="btn btn--line"
                href={`mailto:${encodeURIComponent(message.email)}?subject=${replySubject}`}
              >
                <Icon name="mail" />
                Responder
              </a>
              {!message.doneAt && (
                <PanelForm
                  id={message.id}
                  buttons={[{ intent: "resolvida", text: "Resolvida" }]}
                  outcome={outcome}
                />
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
