import type { PasskeyPurpose } from "./passkey-browser.ts";
import styles from "./passkey-button.module.css";

export interface PasskeyButtonProps {
  purpose: PasskeyPurpose;
  children: string;
}

/**
 * Sends its form with `chave`, the answer of a passkey. It is enabled by {@link watchPasskeys}, and keeps its place
 * until then: what is above it must not move.
 */
export function PasskeyButton({ purpose, children }: PasskeyButtonProps) {
  return (
    <>
      <input type="hidden" name="chave" />
      <button
        // Enter in a form that asks for a code, too, sends the code.
        type={purpose === "confirmar" ? "button" : "submit"}
        className={`btn btn--line ${styles.scripted}`}
        data-passkey={purpose}
        disabled
      >
        {children}
      </button>
    </>
  );
}
