import type { FormEvent } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { LoadingWaves } from "../../ui/feedback/loading-waves.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CurrentPasswordField } from "../credential-fields.tsx";
import { usePasskey } from "./use-passkey.ts";

export interface NewPasskeyProps {
  /** False if the password was typed a moment ago. */
  asksPassword: boolean;
  outcome: FormOutcome<unknown> | undefined;
}

/** Says that it needs script if there is none: the browser's own dialog does the work. */
export function NewPasskey({ asksPassword, outcome }: NewPasskeyProps) {
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
  const error = problem ?? outcome?.message;
  const isBusy = isAsking || isSending;
  return (
    <Form method="post" noValidate onSubmit={create}>
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
      <button type="submit" className="btn btn--line" disabled={isBusy} aria-busy={isAsking}>
        {isAsking && <LoadingWaves />}
        {isAsking ? "Aguarde..." : "Criar chave de acesso"}
      </button>
    </Form>
  );
}
