import { useRef } from "react";
import { copyText } from "../ui/copy-text.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./pix-payment.module.css";

const said = {
  done: "Código copiado. Agora cole no app do banco.",
  failed: "Não deu para copiar. O código está marcado: toque e segure nele.",
};

/** A tap on the code selects all of it, also without script. */
export function CopyCode({ code }: { code: string }) {
  const text = useRef<HTMLElement>(null);
  function copy() {
    if (text.current) window.getSelection()?.selectAllChildren(text.current);
    void copyText(code, said);
  }
  return (
    <>
      <button type="button" className={`btn btn--big ${styles.scripted}`} onClick={copy}>
        <Icon name="copy" />
        Copiar código
      </button>
      <code ref={text} className={styles.code} data-pix="" translate="no">
        {code}
      </code>
    </>
  );
}
