import { Form } from "react-router";
import { showToast } from "../../ui/feedback/toast.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./feeds.module.css";

export interface OwnAddressProps {
  action: string;
  address: string;
  asksToRenew: boolean;
}

export function OwnAddress({ action, address, asksToRenew }: OwnAddressProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      showToast({ kind: "success", text: "Endereço copiado" });
    } catch {
      showToast({ kind: "error", text: "Não deu para copiar. Toque e segure o endereço." });
    }
  }

  return (
    <div className={styles.own}>
      <h3>Leve o daqui para os outros</h3>
      <p className="small soft">
        Cole este endereço em cada site. Eles leem só os dias que você marcou aqui, e podem levar
        até um dia. Para que um site saiba das reservas do outro, ligue os dois diretamente.
      </p>
      <div className={styles.copy}>
        <a href={address} className="link small">
          {address.replace(/^https?:\/\//, "")}
        </a>
        <button type="button" className={`btn btn--line ${styles.scripted}`} onClick={copy}>
          <Icon name="copy" />
          Copiar
        </button>
      </div>
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="intent" value="novo-endereco" />
        {asksToRenew && (
          <>
            <input type="hidden" name="confirmado" value="sim" />
            <p className="note note--earth" role="alert">
              <Icon name="circle-exclamation-point" />O endereço de agora para de funcionar na hora,
              e os outros sites param de ler este calendário até receberem o novo. Toque de novo
              para confirmar.
            </p>
          </>
        )}
        <button type="submit" className={asksToRenew ? "btn btn--earth" : styles.quiet}>
          Gerar novo endereço
        </button>
      </Form>
    </div>
  );
}
