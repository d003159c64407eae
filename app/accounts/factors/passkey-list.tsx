import type { SubmissionResult } from "@conform-to/react";
import type { FormEvent } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { civilDateOf, formatCivilDate } from "../../calendar/civil-date.ts";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CurrentPasswordField } from "../credential-fields.tsx";
import listStyles from "../sessions/session-list.module.css";
import styles from "./passkeys.module.css";
import type { Passkey } from "./passkeys.server.ts";
import { usePasskey } from "./use-passkey.ts";

export function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  const isSending = useNavigation().formMethod === "POST";
  if (passkeys.length === 0) return null;
  return (
    <ul className={listStyles.list}>
      {passkeys.map(({ credentialId, nome, createdAt, usedAt }) => (
        <li key={credentialId}>
          <p>
            <b>{nome}</b>
            <br />
            <span className="small soft">
              Criada em {formatCivilDate(civilDateOf(createdAt))}
              {usedAt && `, último uso em ${formatCivilDate(civilDateOf(usedAt))}`}
            </span>
          </p>
          <Form method="post">
            <input type="hidden" name="id" value={credentialId} />
            <button
              type="submit"
              name="intent"
              value="delete-passkey"
              className="btn btn--line"
              disabled={isSending}
              aria-label={`Apagar a chave de acesso: ${nome}`}
            >
              Apagar
            </button>
          </Form>
        </li>
      ))}
    </ul>
  );
}

export interface NewPasskeyProps {
  /** Unless it was typed a moment ago. */
  asksPassword: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** Without script it says that this needs it: the browser's own dialog does the work. */
export function NewPasskey({ asksPassword, lastResult }: NewPasskeyProps) {
  const submit = useSubmit();
  const isSending = useNavigation().formMethod === "POST";
  const { isOffered, isAsking, failure, ask } = usePasskey("criar", (chave) =>
    submit({ intent: "new-passkey", chave }, { method: "post" }),
  );
  function create(event: FormEvent<HTMLFormElement>): void {
    if (!isOffered) return;
    event.preventDefault();
    void ask(new FormData(event.currentTarget));
  }
  const problem = failure && failure.field === undefined ? failure.message : null;
  const error = problem ?? lastResult?.error?.[""]?.[0];
  const isBusy = isAsking || isSending;
  return (
    <Form method="post" noValidate className={styles.form} onSubmit={create}>
      <input type="hidden" name="intent" value="new-passkey" />
      {error && (
        <p className="note note--earth" role="alert">
          <Icon name="circle-exclamation-point" />
          <b>{error}</b>
        </p>
      )}
      {asksPassword && (
        <CurrentPasswordField
          id="senha-para-chave"
          error={failure?.field ? [failure.message] : undefined}
        />
      )}
      <button type="submit" className="btn btn--big" disabled={isBusy} aria-busy={isAsking}>
        {isAsking && <LoadingWaves />}
        {isAsking ? "Aguarde..." : "Criar chave de acesso"}
      </button>
    </Form>
  );
}
