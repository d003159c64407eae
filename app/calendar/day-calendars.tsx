import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./calendar.module.css";
import { addDays } from "./civil-date.ts";
import type { DayDrag } from "./day-drag.ts";
import { addMonths, dayNumber, type Month, monthName, monthOf } from "./month.ts";
import { MonthTable } from "./month-table.tsx";

export interface DayCalendarsProps {
  months: [Month, Month];
  today: string;
  taken: ReadonlySet<string>;
  onMonth: (month: Month) => void;
  drag: DayDrag | null;
  onDrag: (drag: DayDrag | null) => void;
  onCommit: (drag: DayDrag) => void;
  onToggle: (day: string) => void;
}

/** Two months of days to tap, drag over, or walk through with the arrow keys. */
export function DayCalendars({
  months,
  today,
  taken,
  onMonth,
  drag,
  onDrag,
  onCommit,
  onToggle,
}: DayCalendarsProps) {
  /** The one day in the tab order. */
  const [stop, setStop] = useState(today);
  const cals = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  /** Some browsers fire a click after a drag, which is not a tap. */
  const dragged = useRef(false);
  const [first, second] = months;
  const firstShown = first === monthOf(today) ? today : `${first}-01`;
  const isShown = monthOf(stop) === first || monthOf(stop) === second;
  const tabStop = isShown ? stop : firstShown;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the day may be in months just turned to
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    cals.current?.querySelector<HTMLElement>(`[data-day="${stop}"]`)?.focus();
  }, [stop, first]);

  function dayAt(event: PointerEvent | { clientX: number; clientY: number }): string | null {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const button = under?.closest<HTMLElement>("button[data-day]");
    return button && cals.current?.contains(button) ? (button.dataset.day ?? null) : null;
  }

  function press(event: PointerEvent) {
    const day = dayAt(event);
    if (day && event.button === 0) onDrag({ from: day, to: day, marks: !taken.has(day) });
  }

  function sweep(event: PointerEvent) {
    const day = drag && dayAt(event);
    if (!day || day === drag.to) return;
    dragged.current = true;
    onDrag({ ...drag, to: day });
  }

  function lift() {
    if (drag && dragged.current) onCommit(drag);
    onDrag(null);
    setTimeout(() => {
      dragged.current = false;
    });
  }

  function tap(day: string) {
    setStop(day);
    if (!dragged.current) onToggle(day);
  }

  function move(event: KeyboardEvent) {
    const day = (event.target as HTMLElement).closest<HTMLElement>("[data-day]")?.dataset.day;
    const target = day && dayByKey(event.key, day);
    if (!target) return;
    event.preventDefault();
    const next = target < today ? today : target;
    wantsFocus.current = true;
    setStop(next);
    if (monthOf(next) < first) onMonth(addMonths(first, -2));
    else if (monthOf(next) > second) onMonth(addMonths(first, 2));
  }

  return (
    <div className={styles.picker}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointer and key events bubble up from its days */}
      <div
        className={styles.months}
        ref={cals}
        onPointerDown={press}
        onPointerMove={sweep}
        onPointerUp={lift}
        onPointerLeave={lift}
        onPointerCancel={() => onDrag(null)}
        onKeyDown={move}
      >
        <p className={styles.turn}>
          <button
            type="button"
            aria-label="Meses anteriores"
            disabled={first <= monthOf(today)}
            onClick={() => onMonth(addMonths(first, -2))}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            aria-label="Próximos meses"
            onClick={() => onMonth(addMonths(first, 2))}
          >
            <Icon name="chevron-right" />
          </button>
        </p>
        {months.map((month) => (
          <MonthTable key={month} month={month} today={today} taken={taken}>
            {(day, className) =>
              day < today ? (
                <span className={className}>{dayNumber(day)}</span>
              ) : (
                <button
                  type="button"
                  className={className}
                  data-day={day}
                  tabIndex={day === tabStop ? 0 : -1}
                  aria-pressed={taken.has(day)}
                  aria-label={`${dayNumber(day)} de ${monthName(month)}${taken.has(day) ? ", indisponível" : ""}`}
                  onClick={() => tap(day)}
                >
                  {dayNumber(day)}
                </button>
              )
            }
          </MonthTable>
        ))}
      </div>
    </div>
  );
}

/** The day a key moves to; null for other keys. */
function dayByKey(key: string, day: string): string | null {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
    PageUp: -28,
    PageDown: 28,
  };
  const step = steps[key];
  return step === undefined ? null : addDays(day, step);
}
