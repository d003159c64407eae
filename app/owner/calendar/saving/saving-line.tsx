import { useIsOnline } from "../../../site/waiting/use-is-online.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "../owner-calendar.module.css";
import type { NightQueueState } from "./night-queue.ts";
import { describeSaving } from "./saving-words.ts";

export interface SavingLineProps {
  state: NightQueueState;
  onRetry: () => void;
}

const looks = { good: styles.good, busy: styles.busy, bad: styles.bad };

export function SavingLine({ state, onRetry }: SavingLineProps) {
  const isOnline = useIsOnline();
  const { tone, text } = describeSaving(state, isOnline);
  const { kind } = state.status;
  return (
    <div className={styles.saving} data-salvamento={kind}>
      <p role="status" className={looks[tone]}>
        {tone !== "busy" && (
          <Icon name={tone === "good" ? "circle-check" : "circle-exclamation-point"} />
        )}
        {text}
      </p>
      {(kind === "waiting" || kind === "intercepted") && (
        <button type="button" className="link" onClick={onRetry}>
          Tentar de novo
        </button>
      )}
      {kind === "logged-out" && (
        // Reloading the page leads to the login and back.
        <a className="link" href="?">
          Entrar
        </a>
      )}
    </div>
  );
}
