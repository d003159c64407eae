import { AccountForm } from "../accounts/account-form.tsx";
import type { FormOutcome } from "../site/forms/form-outcome.ts";
import { useAnsweredForm } from "../site/forms/use-answered-form.ts";
import { ChoiceTile } from "../ui/forms/choice-tile.tsx";
import { FieldError, TextArea, TextField } from "../ui/forms/field.tsx";
import { TrapField } from "../ui/forms/trap-field.tsx";
import { parseReport, type ReportSubject, reasonsFor } from "./report.ts";
import styles from "./report-form.module.css";

export interface ReportFormProps {
  subject: ReportSubject;
  outcome: FormOutcome | undefined;
}

export function ReportForm({ subject, outcome }: ReportFormProps) {
  const [form, fields] = useAnsweredForm({
    id: "denuncia",
    outcome,
    parse: (formData) => parseReport(formData, subject),
  });
  const { motivo, detalhes, contato } = fields;
  return (
    <AccountForm
      id={form.id}
      className={styles.form}
      onSubmit={form.onSubmit}
      error={form.errors?.[0]}
      action="Enviar denúncia"
    >
      <fieldset
        className={styles.reasons}
        id="motivo"
        aria-describedby={motivo.errors ? "motivo-error" : undefined}
      >
        <legend>O que houve?</legend>
        {reasonsFor(subject).map(([name, words], index) => (
          <ChoiceTile
            key={name}
            type="radio"
            name="motivo"
            value={name}
            defaultChecked={motivo.initialValue === name}
            autoFocus={motivo.errors !== undefined && index === 0}
          >
            {words}
          </ChoiceTile>
        ))}
        <FieldError id="motivo" message={motivo.errors?.[0]} />
      </fieldset>
      <TextArea
        name="detalhes"
        label="Conte o que aconteceu"
        optional
        hint="Se for outra coisa, é preciso dizer qual."
        rows={4}
        error={detalhes.errors}
        defaultValue={detalhes.initialValue}
      />
      <TextField
        name="contato"
        label="Seu telefone ou e-mail"
        optional
        hint="Só nós vemos. Deixe se quiser uma resposta."
        error={contato.errors}
        defaultValue={contato.initialValue}
      />
      <TrapField outcome={outcome} />
    </AccountForm>
  );
}
