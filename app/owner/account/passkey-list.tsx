import type { Passkey } from "../../domain/accounts/factors/stored-passkeys.server.ts";
import { formatDay } from "../../domain/calendar/civil-date.ts";
import styles from "./account-settings.module.css";

export function PasskeyList({ passkeys }: { passkeys: Passkey[] }) {
  if (passkeys.length === 0) return null;
  return (
    <ul className={styles.list}>
      {passkeys.map(({ credentialId, nome, createdAt, usedAt }) => (
        <li key={credentialId}>
          <p>
            <b>{nome}</b>
            <br />
            <span className="small soft">
              Criada em {formatDay(createdAt)}
              {usedAt && `, último uso em ${formatDay(usedAt)}`}
            </span>
          </p>
          <form method="post">
            <input type="hidden" name="id" value={credentialId} />
            <button
              type="submit"
              name="intent"
              value="delete-passkey"
              className="btn btn--line"
              aria-label={`Apagar a chave de acesso: ${nome}`}
            >
              Apagar
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}
