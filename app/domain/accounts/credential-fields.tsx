import fieldStyles from "../../platform/ui/forms/field.module.css";
import { Field, type FieldProps } from "../../platform/ui/forms/field.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import type { FormOutcome } from "../../platform/web/forms/form-outcome.ts";
import { minPasswordLength } from "./credentials.ts";

export interface NewPasswordFieldsProps {
  label: string;
  outcome: FormOutcome | undefined;
}

export function NewPasswordFields({ label, outcome }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        hint={`Pelo menos ${minPasswordLength} caracteres, sem seu nome nem senhas que todo mundo usa.`}
        hintStays
        autoComplete="new-password"
        error={outcome?.errors.password}
      />
      <PasswordField
        name="confirmPassword"
        label={`Confirmar ${label.toLowerCase()}`}
        autoComplete="new-password"
        error={outcome?.errors.confirmPassword}
      />
    </>
  );
}

export function CurrentPasswordField(props: Omit<PasswordFieldProps, FixedProps>) {
  return (
    <PasswordField
      {...props}
      name="currentPassword"
      label="Senha atual"
      autoComplete="current-password"
    />
  );
}

type FixedProps = "name" | "label" | "autoComplete";

export interface PasswordFieldProps extends FieldProps {
  autoComplete: "current-password" | "new-password";
}

/** Its button is served by app/platform/ui/watch-controls.ts. */
export function PasswordField({ autoComplete, ...field }: PasswordFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <span className={fieldStyles.withButton}>
          <input
            {...control}
            className={fieldStyles.input}
            type="password"
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <button
            type="button"
            className="icon-button"
            aria-pressed={false}
            aria-label={`Mostrar ${field.label.toLowerCase()}`}
            title="Mostrar"
            data-shows-password
          >
            <Icon name="eye" />
          </button>
        </span>
      )}
    </Field>
  );
}
