import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { type FormOutcome, refusalOf } from "../site/forms/form-outcome.ts";
import { FieldError, TextArea } from "../ui/forms/field.tsx";
import styles from "./panel.module.css";
import { maxReasonLength } from "./reason.ts";

export interface PanelFormProps {
  intent: string;
  id: string;
  button: ReactNode;
  buttonClass?: string;
  outcome: FormOutcome | undefined;
  children?: ReactNode;
}

/** Sends one command about one row; a refusal appears above the button, unless a field shows it. */
export function PanelForm(props: PanelFormProps) {
  const { intent, id, button, buttonClass, outcome, children } = props;
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === intent && formData.get("id") === id;
  const refused = refusalOf(outcome, intent, id);
  const errorId = `${intent}-${id}`;
  return (
    <Form method="post" className={styles.form} preventScrollReset>
      <input type="hidden" name="id" value={id} />
      {children}
      <FieldError id={errorId} message={refused?.message} />
      <p className={styles.actions}>
        <button
          type="submit"
          className={buttonClass ?? "btn btn--line"}
          name="intent"
          value={intent}
          aria-busy={isBusy}
          disabled={isBusy}
        >
          {isBusy ? "Aguarde..." : button}
        </button>
      </p>
    </Form>
  );
}

export interface ReasonFormProps extends PanelFormProps {
  label: string;
  hint: string;
  /** Fills the field until something else is typed. */
  reason?: string;
}

export function ReasonForm({ label, hint, reason, outcome, ...form }: ReasonFormProps) {
  const refused = refusalOf(outcome, form.intent, form.id);
  return (
    <PanelForm {...form} outcome={outcome}>
      {form.children}
      <TextArea
        name="motivo"
        id={`motivo-${form.intent}-${form.id}`}
        label={label}
        hint={hint}
        rows={2}
        required
        maxLength={maxReasonLength}
        defaultValue={refused?.typed.motivo ?? reason}
        error={refused?.errors.motivo}
      />
    </PanelForm>
  );
}
