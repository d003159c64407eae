import styles from "./copy-address.module.css";
import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";

/** An address to take elsewhere. If script or permission to copy is missing, it can be held. */
export function CopyAddress({ address }: { address: string }) {
  const said = {
    done: "Endereço copiado",
    failed: "Não deu para copiar. Toque e segure o endereço.",
  };

  return (
    <div className={styles.copy}>
      <a href={address} className="link small">
        {address.replace(/^https?:\/\//, "")}
      </a>
      <button
        type="button"
        className={`btn btn--line ${styles.scripted}`}
        onClick={() => copyText(address, said)}
      >
        <Icon name="copy" />
        Copiar
      </button>
    </div>
  );
}
