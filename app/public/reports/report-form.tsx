import { AccountForm } from "../../domain/accounts/account-form.tsx";
import { type ReportSubject, reasonsFor } from "../../domain/listings/reports/report.ts";
import { ChoiceTile } from "../../platform/ui/forms/choice-tile.tsx";
import { FieldError, TextArea, TextField } from "../../platform/ui/forms/field.tsx";
import { TrapField } from "../../platform/ui/forms/trap-field.tsx";
import type { FormOutcome } from "../../platform/web/forms/form-outcome.ts";
import styles from "./report-form.module.css";

export interface ReportFormProps {
  subject: ReportSubject;
  outcome: FormOutcome | undefined;
}

export function ReportForm({ subject, outcome }: ReportFormProps) {
  const { message, errors, typed } = outcome ?? {};
  return (
    <AccountForm className={styles.form} error={message} action="Enviar denúncia">
      <fieldset
        className={styles.reasons}
        id="motivo"
        aria-describedby={errors?.motivo ? "motivo-error" : undefined}
      >
        <legend>O que houve?</legend>
        {reasonsFor(subject).map(([name, words], index) => (
          <ChoiceTile
            key={name}
            type="radio"
            name="motivo"
            value={name}
            defaultChecked={typed?.motivo === name}
            autoFocus={Boolean(errors?.motivo) && index === 0}
          >
            {words}
          </ChoiceTile>
        ))}
        <FieldError id="motivo" message={errors?.motivo?.[0]} />
      </fieldset>
      <TextArea
        name="detalhes"
        label="Conte o que aconteceu"
        optional
        hint="Se for outra coisa, é preciso dizer qual."
        rows={4}
        error={errors?.detalhes}
        defaultValue={typed?.detalhes}
      />
      <TextField
        name="contato"
        label="Seu telefone ou e-mail"
        optional
        hint="Só nós vemos. Deixe se quiser uma resposta."
        error={errors?.contato}
        defaultValue={typed?.contato}
      />
      <TrapField outcome={outcome} />
    </AccountForm>
  );
}
