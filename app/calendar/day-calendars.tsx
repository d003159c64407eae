import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./calendar.module.css";
import { addDays, weekdayOf } from "./civil-date.ts";
import type { DayDrag } from "./day-drag.ts";
import { dayByKey, useDayFocus } from "./day-focus.ts";
import { spokenDay } from "./day-words.ts";
import { addMonths, dayNumber, type Month, monthOf } from "./month.ts";
import { MonthTable } from "./month-table.tsx";

export interface DayCalendarsProps {
  months: readonly [Month, ...Month[]];
  today: string;
  taken: ReadonlySet<string>;
  /** Days taken on other sites, with the site's name; these are read-only. */
  sources?: ReadonlyMap<string, string>;
  seasoned?: ReadonlySet<string>;
  onMonth?: (month: Month) => void;
  /** Turns days into submit buttons named `marcar` or `liberar`, for forms without script. */
  submits?: boolean;
  isOwners?: boolean;
  drag: DayDrag | null;
  onDrag: (drag: DayDrag | null) => void;
  onCommit: (drag: DayDrag) => void;
  onToggle: (day: string) => void;
}

const noSources: ReadonlyMap<string, string> = new Map();
const noDays: ReadonlySet<string> = new Set();

export function DayCalendars({
  months,
  today,
  taken,
  sources = noSources,
  seasoned = noDays,
  onMonth,
  submits = false,
  isOwners = false,
  drag,
  onDrag,
  onCommit,
  onToggle,
}: DayCalendarsProps) {
  /** Arrow keys need script; without it, every day is in the tab order. */
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const dragged = useRef(false);
  const [first] = months;
  const { stop, setStop, area, focus } = useDayFocus(today, first);
  const last = months.at(-1) ?? first;
  const firstShown = first === monthOf(today) ? today : `${first}-01`;
  const isShown = monthOf(stop) >= first && monthOf(stop) <= last;
  let tabStop = isShown ? stop : firstShown;
  // Disabled days can't be focused.
  while (sources.has(tabStop)) tabStop = addDays(tabStop, 1);

  function dayAt(event: PointerEvent | { clientX: number; clientY: number }): string | null {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const button = under?.closest<HTMLElement>("button[data-dia]");
    return button && area.current?.contains(button) ? (button.dataset.dia ?? null) : null;
  }

  function press(event: PointerEvent) {
    const day = dayAt(event);
    if (day && !sources.has(day) && event.button === 0)
      onDrag({ from: day, to: day, marks: !taken.has(day) });
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
    const day = (event.target as HTMLElement).closest<HTMLElement>("[data-dia]")?.dataset.dia;
    const target = day && dayByKey(event.key, day);
    if (!target) return;
    event.preventDefault();
    const step = target < day ? -1 : 1;
    let next = target < today ? today : target;
    while (sources.has(next)) next = addDays(next, step);
    const month = monthOf(next);
    if (next < today || (!onMonth && month > last)) return;
    focus(next);
    if (month < first) onMonth?.(addMonths(first, -months.length));
    else if (month > last) onMonth?.(addMonths(first, months.length));
  }

  return (
    <div className={isOwners ? styles.owner : styles.picker}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointer and key events bubble up from its days */}
      <div
        className={styles.months}
        ref={area}
        onPointerDown={press}
        onPointerMove={sweep}
        onPointerUp={lift}
        onPointerLeave={lift}
        onPointerCancel={() => onDrag(null)}
        onKeyDown={move}
      >
        {onMonth && (
          <p className={styles.turn}>
            <button
              type="button"
              aria-label="Meses anteriores"
              disabled={first <= monthOf(today)}
              onClick={() => onMonth(addMonths(first, -months.length))}
            >
              <Icon name="chevron-left" />
            </button>
            <button
              type="button"
              aria-label="Próximos meses"
              onClick={() => onMonth(addMonths(first, months.length))}
            >
              <Icon name="chevron-right" />
            </button>
          </p>
        )}
        {months.map((month) => (
          <MonthTable key={month} month={month} today={today} taken={taken}>
            {(day, className) => {
              const source = sources.get(day);
              if (source !== undefined && day >= today) {
                return <ForeignDay day={day} today={today} sources={sources} source={source} />;
              }
              return (
                <Day
                  day={day}
                  today={today}
                  className={
                    seasoned.has(day) && !taken.has(day)
                      ? `${className} ${styles.seasoned}`
                      : className
                  }
                  isTaken={taken.has(day)}
                  isTabStop={day === tabStop || !hasScript}
                  submits={submits}
                  onTap={tap}
                />
              );
            }}
          </MonthTable>
        ))}
      </div>
    </div>
  );
}

interface DayProps {
  day: string;
  today: string;
  className: string;
  isTaken: boolean;
  isTabStop: boolean;
  submits: boolean;
  onTap: (day: string) => void;
}

function Day({ day, today, className, isTaken, isTabStop, submits, onTap }: DayProps) {
  if (day < today) return <span className={className}>{dayNumber(day)}</span>;
  return (
    <button
      type={submits ? "submit" : "button"}
      name={submits ? (isTaken ? "liberar" : "marcar") : undefined}
      value={submits ? day : undefined}
      className={className}
      data-dia={day}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isTaken}
      aria-label={`${spokenDay(day, { withYear: true })}${isTaken ? ", indisponível" : ""}`}
      onClick={(event) => {
        event.preventDefault();
        onTap(day);
      }}
    >
      {dayNumber(day)}
    </button>
  );
}

interface ForeignDayProps {
  day: string;
  today: string;
  sources: ReadonlyMap<string, string>;
  source: string;
}

/** A day taken on another site, whose name stands below the first day of a row. */
function ForeignDay({ day, today, sources, source }: ForeignDayProps) {
  const weekday = weekdayOf(day);
  const nextDay = addDays(day, 1);
  const joinsBefore =
    weekday !== 0 && dayNumber(day) !== 1 && sources.get(addDays(day, -1)) === source;
  const joinsAfter = weekday !== 6 && dayNumber(nextDay) !== 1 && sources.get(nextDay) === source;
  const classes = [
    styles.day,
    styles.foreign,
    day === today && styles.now,
    !joinsBefore && styles.first,
    !joinsAfter && styles.last,
  ];
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(" ")}
      data-dia={day}
      data-fonte={source}
      disabled
      aria-pressed={true}
      aria-label={`${spokenDay(day, { withYear: true })}, ocupado por ${source}`}
      title={`Veio de ${source}: mude lá`}
    >
      {dayNumber(day)}
    </button>
  );
}
