import { type FocusEvent, useRef, useState } from "react";
import { EmailField, type EmailFieldProps } from "../credential-fields.tsx";
import { suggestEmail } from "./email-suggestion.ts";

/** Asks about a domain that looks like a slip. Without script, the note after registering does. */
export function RegistrationEmail(props: Pick<EmailFieldProps, "error" | "defaultValue">) {
  const [meant, setMeant] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function ask({ target, relatedTarget }: FocusEvent<HTMLInputElement>) {
    // The question would push a button out from under the finger that presses it.
    if (!(relatedTarget instanceof HTMLButtonElement)) setMeant(suggestEmail(target.value));
  }

  function accept() {
    if (!input.current || !meant) return;
    input.current.value = meant;
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
    input.current.focus();
    setMeant(null);
  }

  return (
    <EmailField
      {...props}
      ref={input}
      autoComplete="email"
      keepsHint
      onBlur={ask}
      onInput={() => setMeant(null)}
      hint={
        meant && (
          <span role="status">
            Você quis dizer{" "}
            <button type="button" className="link" onClick={accept}>
              {meant}
            </button>
            ?
          </span>
        )
      }
    />
  );
}
