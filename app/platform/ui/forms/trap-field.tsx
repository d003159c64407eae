import { ChoiceTile } from "./choice-tile.tsx";
import { FieldError } from "./field.tsx";
import { personName, trapName } from "./trap.ts";
import styles from "./trap-field.module.css";

interface TrapFieldProps {
  outcome: { errors: Record<string, readonly string[] | null | undefined> } | undefined;
}

/** The attributes tell 1Password, LastPass, Bitwarden and Dashlane to leave the field alone. */
export function TrapField({ outcome }: TrapFieldProps) {
  const [message] = outcome?.errors[trapName] ?? [];
  return (
    <>
      <label className={styles.trap} aria-hidden="true">
        Deixe vazio
        <input
          name={trapName}
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          data-bwignore
          data-form-type="other"
        />
      </label>
      {message && (
        <div className={styles.asked}>
          <FieldError id={personName} message={message} />
          <ChoiceTile
            type="checkbox"
            name={personName}
            defaultChecked={false}
            aria-invalid
            aria-describedby={`${personName}-error`}
          >
            Sou uma pessoa, pode enviar
          </ChoiceTile>
        </div>
      )}
    </>
  );
}
