import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { addDays } from "../../calendar/civil-date.ts";
import { DayCalendars } from "../../calendar/day-calendars.tsx";
import { applyDrag, type DayDrag } from "../../calendar/day-drag.ts";
import { DayLegend } from "../../calendar/day-legend.tsx";
import { daysBetween } from "../../calendar/day-ranges.ts";
import { addMonths, type Month, monthOf } from "../../calendar/month.ts";
import { endOfWindow } from "../../calendar/night-window.ts";
import type { FeedNight } from "../../calendar/taken-nights.server.ts";
import type { FormOutcome } from "../../site/forms/form-outcome.ts";
import { browserStorage, useQueueState } from "../../site/waiting/use-queue-state.ts";
import { waitingNightsKey } from "../../ui/forms/form-drafts.ts";
import { Icon } from "../../ui/icon.tsx";
import { useIsHydrated } from "../../ui/use-is-hydrated.ts";
import styles from "./owner-calendar.module.css";
import type { Period } from "./period/period.ts";
import { PeriodBar, PeriodForm } from "./period/period-form.tsx";
import { usePeriod } from "./period/use-period.tsx";
import type { SavedChange } from "./saving/night-change.ts";
import { type NightQueueState, openNightQueue } from "./saving/night-queue.ts";
import { SavingLine } from "./saving/saving-line.tsx";
import { describeChange } from "./saving/saving-words.ts";
import { sendNights } from "./saving/send-nights.ts";
import { sendWaitingNights } from "./saving/waiting-nights.ts";

/** Months shown before and after 'Mostrar mais meses'. */
export const monthCounts = { first: 12, all: 24 } as const;

export interface MarkedNightsProps {
  uid: string;
  listingId: string;
  nights: readonly string[];
  feedNights: readonly FeedNight[];
  seasoned: readonly string[];
  /** Chosen by the page's address. */
  period: Period;
  refused: FormOutcome<unknown> | undefined;
  monthCount: number;
  today: string;
  saved: SavedChange | null;
}

interface Undo {
  nights: string[];
  marks: boolean;
}

/** Saves each tap, drag or period at once, and offers to undo it. */
export function MarkedNights(props: MarkedNightsProps) {
  const { uid, listingId, nights, feedNights, seasoned, monthCount, today, saved } = props;
  const { queue, state } = useQueue(uid, listingId, nights, saved?.told ?? 0);
  const [drag, setDrag] = useState<DayDrag | null>(null);
  const [undo, setUndo] = useState<Undo | null>(() => undoOf(saved));
  const [lastSaved, setLastSaved] = useState(saved);
  const [search] = useSearchParams();
  const isScripted = useIsHydrated();
  const section = useRef<HTMLElement>(null);
  const sources = new Map(feedNights.map(({ night, source }) => [night, source]));
  const taken = takenNights(state);
  const picked = usePeriod(props, change);
  const shown = new Set(taken);
  if (drag) applyDrag(shown, drag);
  if (saved !== lastSaved) {
    setLastSaved(saved);
    setUndo(undoOf(saved));
  }

  /** Returns false if nothing changes. */
  function change(named: readonly string[], marks: boolean): boolean {
    const changed = named.filter(
      (night) => night >= today && !(marks && sources.has(night)) && taken.has(night) !== marks,
    );
    if (changed.length === 0) return false;
    queue.change(changed, marks);
    setUndo({ nights: changed, marks: !marks });
    return true;
  }

  function commit({ from, to, marks }: DayDrag) {
    change(
      daysBetween(from, to).filter((night) => !sources.has(night)),
      marks,
    );
  }

  function takeBack({ nights, marks }: Undo) {
    queue.change(nights, marks);
    setUndo(null);
  }

  const first = monthOf(today);
  const others = Array.from({ length: monthCount - 1 }, (_, index) => addMonths(first, index + 1));
  const months: [Month, ...Month[]] = [first, ...others];
  return (
    <section aria-label="Dias ocupados" className={styles.nights} ref={section}>
      <SavingLine state={state} onRetry={() => void queue.flush()} />
      <p>
        Toque para marcar <b>ocupado</b>, de novo para deixar <b>livre</b>. Segure e arraste para
        marcar vários.
      </p>
      <div className={styles.tools}>
        <PeriodForm {...picked.form} first={today} last={addDays(endOfWindow(today), -1)} />
      </div>
      <DayLegend
        today={today}
        hasForeign={feedNights.length > 0}
        hasSeasons={seasoned.length > 0}
      />
      <form method="post">
        <input type="hidden" name="intent" value="noites" />
        <DayCalendars
          isOwners
          submits
          months={months}
          today={today}
          taken={shown}
          days={{
            sources,
            seasoned: new Set(seasoned),
            chosen: picked.chosen,
          }}
          isTapped={picked.isChoosing}
          drag={drag}
          onDrag={setDrag}
          onCommit={commit}
          onToggle={(day) => {
            if (picked.isChoosing) picked.tap(day);
            else commit({ from: day, to: day, marks: !taken.has(day) });
          }}
        />
      </form>
      {monthCount < monthCounts.all && (
        <p>
          <Link
            className="btn btn--line"
            to={withQuery(search, { meses: String(monthCounts.all) })}
            preventScrollReset
            replace
          >
            <Icon name="chevron-down" />
            Mostrar mais meses
          </Link>
        </p>
      )}
      {isScripted && picked.hasBegun && <PeriodBar {...picked.bar} />}
      {undo && !(isScripted && picked.hasBegun) && (
        <form
          method="post"
          className={styles.undo}
          onSubmit={(event) => {
            event.preventDefault();
            takeBack(undo);
            // The bar disappears with the focused button.
            section.current?.querySelector<HTMLElement>(`[data-dia="${undo.nights[0]}"]`)?.focus();
          }}
        >
          <input type="hidden" name="intent" value="noites" />
          <input
            type="hidden"
            name={undo.marks ? "marcar" : "liberar"}
            value={undo.nights.join(",")}
          />
          <Icon name="calendar-check" />
          <span role="status">{describeChange(undo.nights, !undo.marks)}</span>
          {state.status.kind === "waiting" && <b>Ainda não salvo</b>}
          <button type="submit" className="btn">
            <Icon name="undo-2" />
            Desfazer
          </button>
        </form>
      )}
    </section>
  );
}

/** The page's address with other parameters, and without those that a tap sets aside. */
function withQuery(search: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(search);
  for (const name of ["de", "ate"]) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}

function undoOf(saved: SavedChange | null): Undo | null {
  if (!saved || saved.mark.length + saved.free.length === 0) return null;
  const marks = saved.mark.length === 0;
  return { nights: marks ? saved.free : saved.mark, marks };
}

function takenNights({ answer, pending }: NightQueueState): Set<string> {
  const taken = new Set(answer.nights);
  for (const [night, marks] of pending) {
    if (marks) taken.add(night);
    else taken.delete(night);
  }
  return taken;
}

function useQueue(uid: string, listingId: string, nights: readonly string[], told: number) {
  const [queue] = useState(() =>
    openNightQueue({
      nights,
      told,
      storage: browserStorage(),
      key: waitingNightsKey(uid, listingId),
      send: (change) => sendNights(listingId, change),
    }),
  );
  const state = useQueueState(queue, { nights, skipped: [], told });
  useEffect(() => {
    // The next page sends the nights that are left.
    return () => void setTimeout(sendWaitingNights);
  }, []);
  return { queue, state };
}
