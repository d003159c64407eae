import styles from "./copy-address.module.css";
import { showToast } from "./feedback/toast.tsx";
import { Icon } from "./icon.tsx";

/** An address to take elsewhere. If script or permission to copy is missing, it can be held. */
export function CopyAddress({ address }: { address: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      showToast({ kind: "success", text: "Endereço copiado" });
    } catch {
      showToast({ kind: "error", text: "Não deu para copiar. Toque e segure o endereço." });
    }
  }

  return (
    <div className={styles.copy}>
      <a href={address} className="link small">
        {address.replace(/^https?:\/\//, "")}
      </a>
      <button type="button" className={`btn btn--line ${styles.scripted}`} onClick={copy}>
        <Icon name="copy" />
        Copiar
      </button>
    </div>
  );
}
