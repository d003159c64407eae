import type { Listing } from "../../../domain/listings/listing.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import { isSameName } from "../../../platform/ui/same-name.ts";
import styles from "./safety-tips.module.css";
import type { TrustSignals } from "./trust-signals.server.ts";

export interface SafetyTipsProps extends Pick<TrustSignals, "checked" | "pixName"> {
  listing: Pick<Listing, "id" | "createdBy" | "nomeContato">;
}

export function SafetyTips({ listing, checked, pixName }: SafetyTipsProps) {
  return (
    <section className={styles.tips} aria-labelledby="antes-de-pagar">
      <h2 id="antes-de-pagar">Antes de pagar</h2>
      {checked && (
        <p className={styles.checked}>
          <Icon name="badge-check" />
          <span>Conferido em {checked}. Isso não dispensa os cuidados abaixo.</span>
        </p>
      )}
      <ol>
        <li>
          <span>
            <b>Veja a casa ao vivo.</b> Peça uma chamada de vídeo com a rua, a porta e a vista.
          </span>
        </li>
        <li>
          <span>
            <b>Confira o nome no Pix.</b> {pixTip(listing, checked, pixName)}
          </span>
        </li>
        <li>
          <span>
            <b>Pague só um sinal.</b> O resto fica para a chegada, com a chave na mão.
          </span>
        </li>
        <li>
          <span>
            <b>Desconfie da pressa.</b> Preço muito baixo e “só até hoje” são sinais de golpe.
          </span>
        </li>
      </ol>
      <p className="small">O Mar de Minas não recebe reservas nem pede pagamento de hóspede.</p>
      <p className={styles.links}>
        <a className={styles.report} href="/confira">
          <span>Confira um número</span>
        </a>
        <a className={styles.report} href={`/posts/${listing.id}/denunciar`} rel="nofollow">
          <Icon name="flag" />
          <span>Denunciar anúncio</span>
        </a>
      </p>
    </section>
  );
}

/** Says in whose name the Pix must be, also if it isn't the person who answers. */
function pixTip(
  { createdBy, nomeContato }: SafetyTipsProps["listing"],
  checked: string | null,
  pixName: string | null,
): string {
  const rule = pixName
    ? `O Pix deve estar em nome de ${pixName}`
    : `${checked ? "Deve ser o" : "Peça o nome completo de quem recebe o Pix e confira com o"} de quem anuncia${createdBy && `: ${createdBy}`}`;
  const isOther = nomeContato !== "" && !isPartOf(nomeContato, pixName ?? createdBy);
  return isOther ? `${rule}, mesmo que você fale com ${nomeContato}.` : `${rule}.`;
}

/** True of "Maria" and "Maria Aparecida Leite". */
function isPartOf(contact: string, name: string): boolean {
  const words = name.split(/\s+/);
  return contact.split(/\s+/).every((word) => words.some((other) => isSameName(word, other)));
}
