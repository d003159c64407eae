import { TextField } from "../../../platform/ui/forms/field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

export interface FactorFieldsProps {
  hasPasskey: boolean;
  error: readonly string[] | null | undefined;
}

/** Fields of a form that takes the answer of a passkey or a code. */
export function FactorFields({ hasPasskey, error }: FactorFieldsProps) {
  return (
    <>
      {hasPasskey && <PasskeyButton purpose="confirmar">Usar chave de acesso</PasskeyButton>}
      <CodeField
        label={hasPasskey ? "Ou um código" : "Código"}
        hint="Do aplicativo, ou um de recuperação."
        error={error}
      />
    </>
  );
}

export interface CodeFieldProps {
  label: string;
  hint: string;
  error: readonly string[] | null | undefined;
}

export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      name="codigo"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="text"
    />
  );
}
