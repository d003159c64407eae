import { civilDateOf, daysFrom, formatClock } from "../../domain/calendar/civil-date.ts";
import { daysAgo } from "../../domain/calendar/month.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import { QueueLine } from "../../platform/web/waiting/queue-line.tsx";
import { useIsOnline } from "../../platform/web/waiting/use-is-online.ts";
import styles from "./owner-calendar.module.css";
import type { NightQueueState } from "./saving/night-queue.ts";
import { describeSaving } from "./saving/saving-words.ts";

/** After so many days without a touch, the button is the loudest thing on the page. */
const quietDays = 7;

export interface ConfirmationProps {
  state: NightQueueState;
  onRetry: () => void;
  /** Time of the last change or confirmation, as the page was read. */
  currentSince: Date;
  today: string;
}

/** Says what becomes of changes and how old the calendar is, beside the button that says it is right. */
export function Confirmation({ state, onRetry, currentSince, today }: ConfirmationProps) {
  const isOnline = useIsOnline();
  const { status } = state;
  const days = daysFrom(civilDateOf(currentSince), today);
  const isSavedLater = status.kind === "saved" && status.at > currentSince;
  const isQuiet = status.kind === "idle" || (status.kind === "saved" && !isSavedLater);
  const words =
    days > 0
      ? `Tudo salvo, atualizado ${daysAgo(days)}`
      : `Em dia desde hoje, ${formatClock(currentSince)}`;
  const said = isQuiet ? { tone: "good" as const, text: words } : describeSaving(state, isOnline);
  return (
    <div className={days >= quietDays && !isSavedLater ? styles.old : styles.state}>
      <QueueLine className={styles.saving} status={status} said={said} onRetry={onRetry} />
      <form method="post">
        <input type="hidden" name="intent" value="confirmar" />
        <button type="submit" className="btn btn--line">
          <Icon name="calendar-check" />
          Está em dia
        </button>
      </form>
    </div>
  );
}
