import type { ComponentProps } from "react";
import styles from "./passkey-button.module.css";

/** Keeps its place, disabled, until its code has loaded: what is above it must not move. */
export function PasskeyButton(props: ComponentProps<"button">) {
  return (
    <button type="button" className={`btn btn--line ${styles.button}`} {...props}>
      Entrar com chave de acesso
    </button>
  );
}
