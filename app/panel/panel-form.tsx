import type { ReactNode } from "react";
import { ErrorLine } from "../platform/ui/feedback/error-line.tsx";
import { TextArea } from "../platform/ui/forms/field.tsx";
import type { FormOutcome } from "../platform/web/forms/form-outcome.ts";
import styles from "./panel.module.css";
import { maxReasonLength } from "./reason.ts";

interface PanelButton {
  intent: string;
  text: string;
  look?: "" | "btn--line" | "btn--earth";
  /** True if it may be pressed while fields are empty. */
  isFree?: boolean;
}

export interface PanelFormProps {
  /** Id of the row that the command is about; omitted if `children` choose it. */
  id?: string;
  /** Names what the operator has seen, so that only that is settled. */
  seen?: readonly string[];
  /** Asks for a reason, and says where it goes. */
  reason?: { label?: string; hint: string; placeholder?: string };
  buttons: readonly PanelButton[];
  outcome: FormOutcome | undefined;
  children?: ReactNode;
}

/** Sends a command, with one reason for any of its buttons; a refusal appears above them, unless a field shows it. */
export function PanelForm({ id, seen, reason, buttons, outcome, children }: PanelFormProps) {
  const name = [buttons[0]?.intent, id, seen?.[0]].filter(Boolean).join("-");
  const refused = outcome?.typed.caso === name ? outcome : undefined;
  return (
    <form method="post" className={styles.form}>
      <input type="hidden" name="caso" value={name} />
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      {seen && <input type="hidden" name="vistas" value={seen.join(" ")} />}
      {children}
      {reason && (
        <TextArea
          name="motivo"
          id={`motivo-${name}`}
          label={reason.label ?? "Motivo"}
          hint={reason.hint}
          rows={2}
          required
          maxLength={maxReasonLength}
          placeholder={reason.placeholder}
          defaultValue={refused?.typed.motivo}
          error={refused?.errors.motivo}
        />
      )}
      {refused?.message && (
        <ErrorLine role="alert" isReadFirst>
          {refused.message}
        </ErrorLine>
      )}
      <p className={styles.actions}>
        {buttons.map(({ intent, text, look = "btn--line", isFree }) => (
          <button
            key={intent}
            type="submit"
            className={`btn ${look}`}
            name="intent"
            value={intent}
            formNoValidate={isFree}
          >
            {text}
          </button>
        ))}
      </p>
    </form>
  );
}
