import { useRef } from "react";
import { useNavigation, useSubmit } from "react-router";
import { TextField } from "../../ui/forms/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { usePasskey } from "./use-passkey.ts";

export interface FactorFieldsProps {
  hasPasskey: boolean;
  error?: string[];
}

/** Fields of a form that also sends `chave`, the answer of a passkey, in place of the code. */
export function FactorFields({ hasPasskey, error }: FactorFieldsProps) {
  const submit = useSubmit();
  const isSending = useNavigation().formMethod === "POST";
  const button = useRef<HTMLButtonElement>(null);
  const { isOffered, isAsking, failure, ask } = usePasskey("confirmar", (chave) => {
    const form = new FormData(button.current?.form ?? undefined);
    form.set("chave", chave);
    return submit(form, { method: "post" });
  });
  return (
    <>
      {hasPasskey && isOffered && (
        <>
          {failure && (
            <p className="note note--earth" role="alert">
              <Icon name="circle-exclamation-point" />
              <b>{failure.message}</b>
            </p>
          )}
          <button
            type="button"
            className="btn btn--line"
            ref={button}
            disabled={isSending}
            aria-busy={isAsking}
            onClick={() => ask(new FormData())}
          >
            Usar chave de acesso
          </button>
        </>
      )}
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
  error?: string[];
}

export function CodeField({ label, hint, error }: CodeFieldProps) {
  return (
    <TextField
      name="codigo"
      label={label}
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="text"
      error={error}
    />
  );
}
