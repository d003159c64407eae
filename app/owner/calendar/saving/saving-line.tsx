import { QueueLine } from "../../../site/waiting/queue-line.tsx";
import { useIsOnline } from "../../../site/waiting/use-is-online.ts";
import styles from "../owner-calendar.module.css";
import type { NightQueueState } from "./night-queue.ts";
import { describeSaving } from "./saving-words.ts";

export interface SavingLineProps {
  state: NightQueueState;
  onRetry: () => void;
}

export function SavingLine({ state, onRetry }: SavingLineProps) {
  const said = describeSaving(state, useIsOnline());
  return (
    <QueueLine className={styles.saving} status={state.status} said={said} onRetry={onRetry} />
  );
}
