import { CopyButton } from "../../platform/ui/copy-button.tsx";
import styles from "./pix-payment.module.css";

const said = {
  done: "Código copiado. Agora cole no app do banco.",
  failed: "Não deu para copiar. Toque no código, que fica todo marcado, e segure.",
};

/** A tap on the code selects all of it, also without script. */
export function CopyCode({ code }: { code: string }) {
  return (
    <>
      <CopyButton text={code} said={said} className="btn btn--big">
        Copiar código
      </CopyButton>
      <code className={styles.code} data-pix="" translate="no">
        {code}
      </code>
    </>
  );
}
