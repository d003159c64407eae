import styles from "./copy-address.module.css";
import { CopyButton } from "./copy-button.tsx";

const said = {
  done: "Endereço copiado",
  failed: "Não deu para copiar. Toque e segure o endereço.",
};

/** An address to take elsewhere. If script or permission to copy is missing, it can be held. */
export function CopyAddress({ address }: { address: string }) {
  return (
    <div className={styles.copy}>
      <a href={address} className="link small">
        {address.replace(/^https?:\/\//, "")}
      </a>
      <CopyButton text={address} said={said} className="btn btn--line">
        Copiar
      </CopyButton>
    </div>
  );
}
