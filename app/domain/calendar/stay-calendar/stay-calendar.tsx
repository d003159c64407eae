import { type KeyboardEvent, useState } from "react";
import { Icon } from "../../../platform/ui/icon.tsx";
import { useIsHydrated } from "../../../platform/ui/use-is-hydrated.ts";
import styles from "../calendar.module.css";
import { addDays } from "../civil-date.ts";
import { dayByKey, useDayFocus } from "../day-focus.ts";
import type { HolidayDays } from "../holidays.ts";
import { addMonths, dayNumber, monthName, monthOf, spokenDay } from "../month.ts";
import { MonthTable } from "../month-table.tsx";
import { type ChosenDates, type DayUse, dayUses } from "./choose-stay.ts";
import stayStyles from "./stay-calendar.module.css";

const monthsShown = 24;

export interface StayCalendarProps {
  unavailableDays: readonly string[];
  /**
   * The word for days that aren't taken: "pergunte" if nobody has confirmed the calendar lately; null in a
   * calendar that belongs to no particular house.
   */
  openWord: "livre" | "pergunte" | null;
  today: string;
  chosen: ChosenDates;
  holidays: HolidayDays;
  onPick: (day: string) => void;
}

/** A visitor picks check-in and check-out here (spec §2). Without script the days are text. */
export function StayCalendar({
  unavailableDays,
  openWord,
  today,
  chosen,
  holidays,
  onPick,
}: StayCalendarProps) {
  const [ahead, setAhead] = useState(() =>
    Math.min(monthsUntil(chosen.checkIn ?? today, today), monthsShown - 2),
  );
  const isHydrated = useIsHydrated();
  const taken = new Set(unavailableDays);
  const holidayNames = new Map(
    holidays.flatMap(([name, ...dates]) => dates.map((date) => [date, name] as const)).sort(),
  );
  const first = addMonths(monthOf(today), ahead);
  const second = addMonths(first, 1);
  const { stop, setStop, area, focus } = useDayFocus(chosen.checkIn ?? today, first);
  const use = dayUses(chosen, taken, today);

  function move(event: KeyboardEvent) {
    const from = (event.target as HTMLElement).closest<HTMLElement>("[data-dia]")?.dataset.dia;
    const target = from && dayByKey(event.key, from);
    if (!target) return;
    event.preventDefault();
    const day = nearestUsable(target < today ? today : target, target < from ? -1 : 1);
    if (day === null || day === from) return;
    focus(day);
    if (monthOf(day) < first) setAhead(monthsUntil(day, today));
    else if (monthOf(day) > second) setAhead(monthsUntil(day, today) - 1);
  }

  function nearestUsable(day: string, step: 1 | -1): string | null {
    const end = addMonths(monthOf(today), monthsShown);
    for (let next = day; next >= today && monthOf(next) < end; next = addDays(next, step)) {
      if (use(next)) return next;
    }
    return null;
  }

  function pick(day: string) {
    setStop(day);
    onPick(day);
  }

  const isStopShown = monthOf(stop) === first || monthOf(stop) === second;
  const tabStop = nearestUsable(isStopShown ? stop : ahead === 0 ? today : `${first}-01`, 1);
  const offLimits = new Set(
    unavailableDays.filter((day) => !stayPart(day, chosen) && !(isHydrated && use(day))),
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: key events bubble up from its days */}
      <div
        className={styles.months}
        data-stay-calendar
        data-stale={openWord === "pergunte" || undefined}
        ref={area}
        onKeyDown={move}
      >
        <p className={styles.turn}>
          <button
            type="button"
            aria-label="Mês anterior"
            aria-disabled={ahead === 0}
            onClick={() => setAhead(Math.max(0, ahead - 1))}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            aria-label="Próximo mês"
            aria-disabled={ahead === monthsShown - 2}
            onClick={() => setAhead(Math.min(monthsShown - 2, ahead + 1))}
          >
            <Icon name="chevron-right" />
          </button>
        </p>
        {[first, second].map((month) => (
          <MonthTable key={month} month={month} taken={offLimits} today={today}>
            {(day, className) => (
              <Day
                day={day}
                className={className}
                isToday={day === today}
                taken={taken.has(day)}
                openWord={openWord}
                holiday={holidayNames.get(day)}
                isEdge={taken.has(day) !== taken.has(addDays(day, -1))}
                part={stayPart(day, chosen)}
                use={isHydrated ? use(day) : null}
                isTabStop={day === tabStop}
                onPick={pick}
              />
            )}
          </MonthTable>
        ))}
        <p className="visually-hidden" aria-live="polite">
          {ahead > 0 && `${monthName(first)} e ${monthName(second)}`}
        </p>
      </div>
      <p className={`${stayStyles.holidays} small soft`}>
        {[first, second].map((month) => (
          <span key={month}>{listHolidays(holidayNames, month)}</span>
        ))}
      </p>
    </>
  );
}

function listHolidays(names: ReadonlyMap<string, string>, month: string): string {
  return [...names]
    .filter(([day]) => monthOf(day) === month)
    .map(([day, name]) => `${day.slice(8)}/${day.slice(5, 7)} ${name}`)
    .join(", ");
}

function monthsUntil(day: string, today: string): number {
  const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return count(day) - count(today);
}

type StayPart = "check-in" | "night" | "check-out";

function stayPart(day: string, { checkIn, checkOut }: ChosenDates): StayPart | null {
  if (day === checkIn) return "check-in";
  if (day === checkOut) return "check-out";
  const isWithin = checkIn !== null && checkOut !== null && checkIn < day && day < checkOut;
  return isWithin ? "night" : null;
}

interface DayProps {
  day: string;
  className: string | undefined;
  isToday: boolean;
  taken: boolean;
  openWord: StayCalendarProps["openWord"];
  holiday: string | undefined;
  /** Other guests arrive that afternoon if the day is taken, else leave that morning. */
  isEdge: boolean;
  part: StayPart | null;
  /** Null for a day that can't be picked, and before hydration. */
  use: DayUse | null;
  isTabStop: boolean;
  onPick: (day: string) => void;
}

const partLooks = {
  "check-in": stayStyles.checkIn,
  night: stayStyles.night,
  "check-out": stayStyles.checkOut,
};

const partWords = { "check-in": "entrada", night: "na sua estadia", "check-out": "saída" };

function Day(props: DayProps) {
  const {
    day,
    className,
    isToday,
    taken,
    openWord,
    holiday,
    isEdge,
    part,
    use,
    isTabStop,
    onPick,
  } = props;
  const looks = [
    className,
    part && partLooks[part],
    use && stayStyles.pickable,
    holiday && stayStyles.holiday,
    isEdge && !part && (taken ? stayStyles.arrival : stayStyles.departure),
  ];
  const edge = taken
    ? "livre até a tarde: dá para sair neste dia"
    : "livre a partir da tarde: dá para entrar neste dia";
  const shared = {
    className: looks.filter(Boolean).join(" ") || undefined,
    "aria-current": isToday ? ("date" as const) : undefined,
    title: isEdge && !use ? edge : holiday,
  };
  if (!taken && use === null) return <span {...shared}>{dayNumber(day)}</span>;
  const free = isEdge ? edge : openWord;
  const words = part ? partWords[part] : use ? free : "indisponível";
  return (
    <button
      type="button"
      {...shared}
      data-dia={day}
      disabled={use === null}
      tabIndex={use === null ? undefined : isTabStop ? 0 : -1}
      aria-pressed={use ? part !== null : undefined}
      aria-label={[spokenDay(day), holiday, words].filter(Boolean).join(", ")}
      onClick={() => onPick(day)}
    >
      {dayNumber(day)}
    </button>
  );
}
