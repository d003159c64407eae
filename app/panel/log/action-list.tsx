import { titleOf } from "../../domain/accounts/plans/plan-summary.ts";
import { formatCivilDate } from "../../domain/calendar/civil-date.ts";
import { Link } from "../../platform/ui/link.tsx";
import { formatInstant } from "../when.ts";
import styles from "./action-list.module.css";
import type { LoggedAction } from "./action-log.server.ts";
import { actionWords } from "./action-words.ts";

export interface ActionListProps {
  actions: LoggedAction[];
  /** The reader's e-mail address; their own actions are "Você". */
  reader: string;
}

export function ActionList({ actions, reader }: ActionListProps) {
  return (
    <ol className={styles.log}>
      {actions.map((action) => (
        <li key={action.id}>
          <time dateTime={action.at.toISOString()}>{formatInstant(action.at)}</time>
          <div>
            <p>
              <b>{nameActor(action.actor, reader)}</b> {describe(action.action)}{" "}
              {action.subjectId ? (
                <Link className="link" to={`/operador/registro?sobre=${action.subjectId}`}>
                  {action.subject || nameless(action.action)}
                </Link>
              ) : (
                action.subject
              )}
              {describeGrant(action)}.
            </p>
            {action.reason && <p className={styles.reason}>“{action.reason}”</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Entries forget deleted accounts, and never knew whose message it was. */
function nameless(action: string): string {
  if (action.startsWith("message-")) return "uma mensagem";
  if (action.startsWith("mail-")) return "(assunto não guardado)";
  if (action.startsWith("account-")) return "a própria conta";
  return /^(listing|reports|copies|question|testimonial)-/.test(action)
    ? "de uma conta excluída"
    : "uma conta excluída";
}

function nameActor(actor: string, reader: string): string {
  if (actor === reader) return "Você";
  if (actor === "site") return "O site";
  if (actor === "terminal") return "O terminal";
  return actor === "conta excluída" ? "Uma conta excluída" : actor;
}

/** Actions of a newer version are shown by their stored name. */
function describe(action: string): string {
  return actionWords[action] ?? action;
}

/** The plan that was given; what else the values of an entry say is for whoever reads the table itself. */
function describeGrant({ action, after }: LoggedAction): string {
  if (action !== "plan-granted" || !after) return "";
  const { plano, validoAte } = after;
  const end = typeof validoAte === "string" ? ` até ${formatCivilDate(validoAte)}` : "";
  return `: ${titleOf(String(plano))}${end}`;
}
