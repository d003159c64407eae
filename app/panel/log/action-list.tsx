import { Link } from "react-router";
import type { AuditAction } from "../../site/audit-log.server.ts";
import { formatInstant } from "../when.ts";
import styles from "./action-list.module.css";
import type { LoggedAction } from "./action-log.server.ts";
import { actionWords } from "./action-words.ts";
import { labelOf, writeLogged } from "./logged-words.ts";

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
              .
            </p>
            {action.reason && <p className={styles.reason}>“{action.reason}”</p>}
            {(action.before || action.after) && <Changes {...action} />}
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
  return Object.hasOwn(actionWords, action) ? actionWords[action as AuditAction] : action;
}

function Changes({ before, after }: Pick<LoggedAction, "before" | "after">) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <details>
      <summary>Antes e depois</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Campo</th>
            <th scope="col">Antes</th>
            <th scope="col">Depois</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{labelOf(name)}</th>
              <td>{writeValue(before, name)}</td>
              <td>{writeValue(after, name)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function writeValue(values: Record<string, unknown> | null, name: string): string {
  if (!values || !(name in values)) return "";
  const value = values[name];
  if (value === null || value === undefined || value === "") return "nada";
  return typeof value === "object"
    ? JSON.stringify(value)
    : writeLogged(name, value as string | number | boolean);
}
