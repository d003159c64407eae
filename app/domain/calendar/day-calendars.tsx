import type { KeyboardEvent } from "react";
import { Icon } from "../../platform/ui/icon.tsx";
import styles from "./calendar.module.css";
import { addDays } from "./civil-date.ts";
import { Day, ForeignDay, type OwnersDays, plainDays } from "./day-cells/day-cells.tsx";
import { type DayDrag, useDayGesture } from "./day-cells/day-gesture.ts";
import { dayByKey, useDayFocus } from "./day-focus.ts";
import { addMonths, type Month, monthOf } from "./month.ts";
import { MonthTable } from "./month-table.tsx";

export interface DayCalendarsProps {
  months: readonly [Month, ...Month[]];
  today: string;
  taken: ReadonlySet<string>;
  days?: OwnersDays;
  onMonth?: (month: Month) => void;
  isOwners?: boolean;
  drag: DayDrag | null;
  onDrag: (drag: DayDrag | null) => void;
  onCommit: (drag: DayDrag) => void;
  onToggle: (day: string) => void;
}

export function DayCalendars({
  months,
  today,
  taken,
  days = plainDays,
  onMonth,
  isOwners = false,
  drag,
  onDrag,
  onCommit,
  onToggle,
}: DayCalendarsProps) {
  const { sources } = days;
  const [first] = months;
  const { stop, setStop, area, focus } = useDayFocus(today, first);
  const last = months.at(-1) ?? first;
  const firstShown = first === monthOf(today) ? today : `${first}-01`;
  const isShown = monthOf(stop) >= first && monthOf(stop) <= last;
  let tabStop = isShown ? stop : firstShown;
  // Disabled days can't be focused.
  while (sources.has(tabStop)) tabStop = addDays(tabStop, 1);
  if (monthOf(tabStop) > last) tabStop = firstShown;

  function dayAt({ clientX, clientY }: { clientX: number; clientY: number }): string | null {
    const under = document.elementFromPoint(clientX, clientY);
    const day = under?.closest<HTMLElement>("button[data-dia]");
    return (area.current?.contains(day ?? null) && day?.dataset.dia) || null;
  }

  const { handlers, isBusy } = useDayGesture({
    area,
    dayAt,
    canBegin: (day) => !sources.has(day),
    onBegin: (day) => onDrag({ from: day, to: day, marks: !taken.has(day) }),
    onReach: (day) => drag && day !== drag.to && onDrag({ ...drag, to: day }),
    onEnd(isSelected) {
      if (drag && isSelected) onCommit(drag);
      onDrag(null);
    },
  });

  function tap(day: string) {
    setStop(day);
    if (!isBusy()) onToggle(day);
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
      <div className={styles.months} ref={area} {...handlers} onKeyDown={move}>
        {onMonth && (
          <p className={styles.turn}>
            <button
              type="button"
              aria-label="Meses anteriores"
              aria-disabled={first <= monthOf(today)}
              onClick={() => first > monthOf(today) && onMonth(addMonths(first, -months.length))}
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
              const isTabStop = day === tabStop;
              if (sources.has(day) && day >= today) {
                return <ForeignDay day={day} today={today} sources={sources} />;
              }
              return (
                <Day
                  day={day}
                  today={today}
                  days={days}
                  isTabStop={isTabStop}
                  className={className}
                  isTaken={taken.has(day)}
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
