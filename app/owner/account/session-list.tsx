import type { OpenSession } from "../../domain/accounts/sessions/sessions.server.ts";
import {
  civilDateOf,
  daysFrom,
  formatCivilDate,
  formatDay,
} from "../../domain/calendar/civil-date.ts";
import styles from "./account-settings.module.css";

/** `day` is today. */
export function SessionList({ sessions, day }: { sessions: OpenSession[]; day: string }) {
  return (
    <ul className={styles.list}>
      {sessions.map(({ id, device, createdAt, usedAt, isThis }) => (
        <li key={id}>
          <p>
            <b>{device}</b>
            {isThis && <span className={styles.here}>este aparelho</span>}
            <br />
            <span className="small soft">
              Desde {formatDay(createdAt)}, último uso {formatUse(civilDateOf(usedAt), day)}
            </span>
          </p>
          {!isThis && (
            <form method="post">
              <input type="hidden" name="id" value={id} />
              <button
                type="submit"
                name="intent"
                value="end-session"
                className="btn btn--line"
                aria-label={`Encerrar ${device}`}
              >
                Encerrar
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}

function formatUse(date: string, day: string): string {
  const days = daysFrom(date, day);
  if (days <= 0) return "hoje";
  return days === 1 ? "ontem" : `em ${formatCivilDate(date)}`;
}
