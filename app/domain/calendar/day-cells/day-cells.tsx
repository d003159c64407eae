import styles from "../calendar.module.css";
import { addDays, weekdayOf } from "../civil-date.ts";
import { dayNumber, spokenDay } from "../month.ts";
import cellStyles from "./day-cells.module.css";

const noDays: ReadonlySet<string> = new Set();
const noWords: ReadonlyMap<string, string> = new Map();

/** An owner's view of the days, besides which of them are taken. */
export interface OwnersDays {
  /** Days taken on other sites, with the site's name; these are read-only. */
  sources: ReadonlyMap<string, string>;
  seasoned: ReadonlySet<string>;
  /** Chosen to be changed together. */
  chosen: ReadonlySet<string>;
}

export const plainDays: OwnersDays = {
  sources: noWords,
  seasoned: noDays,
  chosen: noDays,
};

export interface DayProps {
  day: string;
  today: string;
  className: string | undefined;
  isTaken: boolean;
  isTabStop: boolean;
  days: OwnersDays;
  onTap: (day: string) => void;
}

export function Day({ day, today, className, isTaken, isTabStop, days, onTap }: DayProps) {
  if (day < today) return <span className={className}>{dayNumber(day)}</span>;
  const isChosen = days.chosen.has(day);
  const classes = [
    className,
    days.seasoned.has(day) && !isTaken && styles.seasoned,
    isChosen && cellStyles.chosen,
  ];
  const spoken = [
    spokenDay(day, { withYear: true }),
    isTaken && "indisponível",
    isChosen && "escolhido",
  ];
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(" ") || undefined}
      data-dia={day}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isTaken}
      aria-label={spoken.filter(Boolean).join(", ")}
      onClick={() => onTap(day)}
    >
      {dayNumber(day)}
    </button>
  );
}

export interface ForeignDayProps {
  day: string;
  today: string;
  sources: OwnersDays["sources"];
}

/** A day taken on another site, whose name stands below the first day of a row. */
export function ForeignDay({ day, today, sources }: ForeignDayProps) {
  const source = sources.get(day);
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
    >
      {dayNumber(day)}
    </button>
  );
}
