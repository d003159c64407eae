import { Link } from "react-router";
import type { Lookalikes } from "../../reports/lookalikes.server.ts";
import { formatPhone } from "../../ui/forms/phone.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "../panel.module.css";

export function LookalikeList({ lookalikes }: { lookalikes: Lookalikes[] }) {
  return (
    <ul className={styles.queue}>
      {lookalikes.map(({ telefone, listings }) => (
        <li key={telefone}>
          <Icon name="copy" />
          <div className={styles.facts}>
            <b>O mesmo telefone: {formatPhone(telefone)}</b>
            <ul className={styles.links}>
              {listings.map(({ id, title, ownerName }) => (
                <li key={id}>
                  <Link className="link" to={`/operador/anuncios?q=${id}`}>
                    {title}
                  </Link>
                  <span className="soft">de {ownerName}</span>
                </li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  );
}
