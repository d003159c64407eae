import { useRef, useState } from "react";
import { DayCalendars } from "../../domain/calendar/day-calendars.tsx";
import { applyDrag, type DayDrag } from "../../domain/calendar/day-cells/day-gesture.ts";
import { DayLegend } from "../../domain/calendar/day-legend.tsx";
import { daysBetween } from "../../domain/calendar/day-ranges.ts";
import { addMonths, type Month, monthOf } from "../../domain/calendar/month.ts";
import type { FeedNight } from "../../domain/calendar/taken-nights.server.ts";
import { waitingNightsKey } from "../../platform/ui/forms/private-storage.ts";
import { Icon } from "../../platform/ui/icon.tsx";
import { browserStorage, useQueueState } from "../../platform/web/waiting/use-queue-state.ts";
import { type Change, ChangeBar } from "./change-bar.tsx";
import { Confirmation } from "./confirmation.tsx";
import styles from "./owner-calendar.module.css";
import {
  type NightChange,
  type NightQueueState,
  openNightQueue,
  sendNights,
} from "./saving/night-queue.ts";

/** Months shown at first, and after each 'Mostrar mais meses'. */
const monthCounts = [3, 12, 24];

export interface MarkedNightsProps {
  uid: string;
  listingId: string;
  nights: readonly string[];
  feedNights: readonly FeedNight[];
  seasoned: readonly string[];
  currentSince: Date;
  today: string;
  saved: NightChange | null;
}

/** A single tapped day, and whether it was taken. */
interface Tap {
  day: string;
  wasTaken: boolean;
}

/** Saves each tap, drag or period at once, and offers to undo it. */
export function MarkedNights(props: MarkedNightsProps) {
  const { uid, listingId, nights, feedNights, seasoned, today, saved } = props;
  const { queue, state } = useQueue(uid, listingId, nights);
  const [drag, setDrag] = useState<DayDrag | null>(null);
  const [last, setLast] = useState<Change | null>(() => changeOf(saved));
  const [taps, setTaps] = useState<readonly Tap[]>([]);
  const [shownCounts, setShownCounts] = useState(1);
  const section = useRef<HTMLElement>(null);
  const sources = new Map(feedNights.map(({ night, source }) => [night, source]));
  const taken = takenNights(state);
  const shown = new Set(taken);
  if (drag) applyDrag(shown, drag);
  const period = nightsBetween(taps);
  const between = period.filter((night) => !sources.has(night));

  /** Changes what isn't so already; `earlier` changes are undone with these. */
  function change(named: readonly string[], marks: boolean, earlier: readonly Tap[] = []) {
    const changed = named.filter((night) => night >= today && taken.has(night) !== marks);
    setTaps([]);
    if (changed.length === 0) return;
    queue.change(changed, marks);
    const before = new Map(changed.map((night) => [night, !marks]));
    for (const { day, wasTaken } of earlier) before.set(day, wasTaken);
    setLast({ nights: changed, marks, before });
  }

  function drop(nights: readonly string[], marks: boolean, earlier?: readonly Tap[]) {
    change(marks ? nights.filter((night) => !sources.has(night)) : nights, marks, earlier);
  }

  function tap(day: string) {
    const wasTaken = taken.has(day);
    change([day], !wasTaken);
    setTaps([...taps.slice(-1), { day, wasTaken }]);
  }

  function undo({ before }: Change) {
    for (const marks of [true, false]) {
      const nights = [...before.keys()].filter((night) => before.get(night) === marks);
      if (nights.length > 0) queue.change(nights, marks);
    }
    setLast(null);
    setTaps([]);
    // The bar disappears with the focused button.
    const [night] = before.keys();
    section.current?.querySelector<HTMLElement>(`[data-dia="${night}"]`)?.focus();
  }

  const first = monthOf(today);
  const count = monthCounts[shownCounts - 1] ?? 0;
  const others = Array.from({ length: count - 1 }, (_, index) => addMonths(first, index + 1));
  const months: [Month, ...Month[]] = [first, ...others];
  return (
    <section aria-label="Dias ocupados" className={styles.nights} ref={section}>
      <Confirmation
        state={state}
        onRetry={() => void queue.flush()}
        currentSince={props.currentSince}
        today={today}
      />
      <div className={styles.days}>
        <p>
          Um toque: <b>ocupado</b>. Outro: <b>livre</b>.
        </p>
        <DayCalendars
          isOwners
          months={months}
          today={today}
          taken={shown}
          days={{ sources, seasoned: new Set(seasoned), chosen: new Set(between) }}
          drag={drag}
          onDrag={setDrag}
          onCommit={({ from, to, marks }) => drop(daysBetween(from, to), marks)}
          onToggle={tap}
        />
        {shownCounts < monthCounts.length && (
          <button
            type="button"
            className="btn btn--line"
            onClick={() => setShownCounts(shownCounts + 1)}
          >
            <Icon name="chevron-down" />
            Mostrar mais meses
          </button>
        )}
        <DayLegend
          today={today}
          hasForeign={feedNights.length > 0}
          hasSeasons={seasoned.length > 0}
        />
      </div>
      {last && (
        <ChangeBar
          change={last}
          isUnsaved={state.status.kind === "waiting"}
          between={between}
          today={today}
          onPeriod={(marks) => drop(period, marks, taps)}
          onUndo={() => undo(last)}
        />
      )}
    </section>
  );
}

/** The nights from one tapped day to the other; none if no night lies between the two. */
function nightsBetween([one, other]: readonly Tap[]): string[] {
  const nights = one && other ? daysBetween(one.day, other.day) : [];
  return nights.length > 2 ? nights : [];
}

function changeOf(saved: NightChange | null): Change | null {
  if (!saved || saved.mark.length + saved.free.length === 0) return null;
  const marks = saved.mark.length > 0;
  const before = new Map([
    ...saved.mark.map((night): [string, boolean] => [night, false]),
    ...saved.free.map((night): [string, boolean] => [night, true]),
  ]);
  return { nights: marks ? saved.mark : saved.free, marks, before };
}

function takenNights({ answer, pending }: NightQueueState): Set<string> {
  const taken = new Set(answer.nights);
  for (const [night, marks] of pending) {
    if (marks) taken.add(night);
    else taken.delete(night);
  }
  return taken;
}

function useQueue(uid: string, listingId: string, nights: readonly string[]) {
  const [queue] = useState(() =>
    openNightQueue({
      nights,
      storage: browserStorage(),
      key: waitingNightsKey(uid, listingId),
      send: (change) => sendNights(listingId, change),
    }),
  );
  return { queue, state: useQueueState(queue, { nights, skipped: [] }) };
}
