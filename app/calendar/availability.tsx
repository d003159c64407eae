import { useState } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./calendar.module.css";
import { civilDateOf, formatCivilDate } from "./civil-date.ts";
import { addMonths, type Month, monthName, monthOf, monthWeeks, weekdays } from "./month.ts";

/** How many months from the current one on can be looked at. */
const monthsAhead = 24;

export interface AvailabilityProps {
  /** Civil dates, `YYYY-MM-DD`. */
  unavailableDays: readonly string[];
  /** When the advertiser last changed them. */
  updatedAt: Date | null;
  /** The day it is in the region, `YYYY-MM-DD`. */
  today: string;
}

/** Two months of a listing's calendar, its taken days disabled (spec §2). */
export function Availability({ unavailableDays, updatedAt, today }: AvailabilityProps) {
  const [ahead, setAhead] = useState(0);
  const taken = new Set(unavailableDays);
  const first = addMonths(monthOf(today), ahead);
  const second = addMonths(first, 1);
  return (
    <>
      <p className={styles.legend}>
        <span className={styles.key}>
          <span
            className={`${styles.day} ${styles.off} ${styles.first} ${styles.last}`}
            aria-hidden="true"
          >
            {dayNumber(unavailableDays.find((day) => day >= today) ?? today)}
          </span>
          Datas em vermelho estão indisponíveis
        </span>
        <span className={styles.key}>
          <span className={`${styles.day} ${styles.now}`} aria-hidden="true">
            {dayNumber(today)}
          </span>
          Hoje
        </span>
      </p>
      <div className={styles.months}>
        <p className={styles.turn}>
          <button
            type="button"
            aria-label="Mês anterior"
            disabled={ahead === 0}
            onClick={() => setAhead(ahead - 1)}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            aria-label="Próximo mês"
            disabled={ahead === monthsAhead - 2}
            onClick={() => setAhead(ahead + 1)}
          >
            <Icon name="chevron-right" />
          </button>
        </p>
        <MonthTable month={first} taken={taken} today={today} />
        <MonthTable month={second} taken={taken} today={today} />
        <p className="visually-hidden" aria-live="polite">
          {ahead > 0 && `${monthName(first)} e ${monthName(second)}`}
        </p>
      </div>
      <p className={`${styles.updated} small soft`}>
        {updatedAt
          ? `Calendário atualizado em ${formatCivilDate(civilDateOf(updatedAt))}`
          : "O anunciante ainda não atualizou o calendário"}
      </p>
    </>
  );
}

interface MonthTableProps {
  month: Month;
  taken: ReadonlySet<string>;
  today: string;
}

function MonthTable({ month, taken, today }: MonthTableProps) {
  return (
    <table className={styles.month}>
      <caption>{monthName(month)}</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthWeeks(month).map((week, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month keep their places
          <tr key={number}>
            {week.map((date, weekday) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: so do its weekdays
              <td key={weekday}>
                {date && (
                  <Day
                    date={date}
                    today={today}
                    taken={taken.has(date)}
                    joinsBefore={taken.has(week[weekday - 1] ?? "")}
                    joinsAfter={taken.has(week[weekday + 1] ?? "")}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  date: string;
  today: string;
  taken: boolean;
  joinsBefore: boolean;
  joinsAfter: boolean;
}

function Day({ date, today, taken, joinsBefore, joinsAfter }: DayProps) {
  const looks = [styles.day];
  if (date < today) looks.push(styles.past);
  if (date === today) looks.push(styles.now);
  const current = date === today ? "date" : undefined;
  if (!taken) {
    return (
      <span className={looks.join(" ")} aria-current={current}>
        {dayNumber(date)}
      </span>
    );
  }
  looks.push(styles.off);
  if (!joinsBefore) looks.push(styles.first);
  if (!joinsAfter) looks.push(styles.last);
  return (
    <button
      type="button"
      disabled
      className={looks.join(" ")}
      aria-current={current}
      aria-label={`${spokenDay(date)}, indisponível`}
    >
      {dayNumber(date)}
    </button>
  );
}

function dayNumber(date: string): number {
  return Number(date.slice(8));
}

/** "2026-11-20" as "20 de novembro". */
function spokenDay(date: string): string {
  return `${dayNumber(date)} de ${monthName(monthOf(date)).split(" ")[0]}`;
}
