import { ErrorNote } from "../../../platform/ui/feedback/error-line.tsx";
import type { FormOutcome } from "../../../platform/web/forms/form-outcome.ts";
import { CurrentPasswordField } from "../credential-fields.tsx";
import styles from "./passkey-button.module.css";
import { PasskeyButton } from "./passkey-button.tsx";

export interface NewPasskeyProps {
  /** False if the password was typed a moment ago. */
  asksPassword: boolean;
  outcome: FormOutcome<unknown> | undefined;
}

export function NewPasskey({ asksPassword, outcome }: NewPasskeyProps) {
  return (
    <>
      <ErrorNote>{outcome?.message}</ErrorNote>
      <form method="post" noValidate className={styles.scripted}>
        <input type="hidden" name="intent" value="new-passkey" />
        {asksPassword && <CurrentPasswordField id="senha-para-chave" />}
        <PasskeyButton purpose="criar">Criar chave de acesso</PasskeyButton>
      </form>
    </>
  );
}
