import { CopyAddress } from "../../../platform/ui/copy-address.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./feeds.module.css";

export interface ExportAddressProps {
  address: string;
  asksToRenew: boolean;
}

export function ExportAddress({ address, asksToRenew }: ExportAddressProps) {
  return (
    <div className={styles.export}>
      <h3>Copie este endereço para o outro site</h3>
      <CopyAddress address={address} />
      <form method="post">
        <input type="hidden" name="intent" value="novo-endereco" />
        {asksToRenew && (
          <>
            <input type="hidden" name="confirmado" value="sim" />
            {/* biome-ignore lint/a11y/noAutofocus: the question is read first */}
            <p className="note note--earth" role="alert" tabIndex={-1} autoFocus>
              <Icon name="circle-exclamation-point" />O endereço atual para de funcionar na hora, e
              os outros sites param de ler este calendário até receberem o novo. Toque de novo para
              confirmar.
            </p>
          </>
        )}
        <button type="submit" className={asksToRenew ? "btn btn--earth" : styles.quiet}>
          Gerar novo endereço
        </button>
      </form>
    </div>
  );
}
