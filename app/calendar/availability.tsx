import { useState } from "react";
import { Icon } from "../ui/icon.tsx";
import styles from "./calendar.module.css";
import { civilDateOf, formatCivilDate } from "./civil-date.ts";
import { addMonths, dayNumber, monthName, monthOf } from "./month.ts";
import { MonthTable } from "./month-table.tsx";

/** How many months are shown, starting with the current one. */
const monthsAhead = 24;

export interface AvailabilityProps {
  /** Civil dates, `YYYY-MM-DD`. */
  unavailableDays: readonly string[];
  /** When the advertiser last changed them. */
  updatedAt: Date | null;
  /** `YYYY-MM-DD` in the region. */
  today: string;
}

/** Two months of a listing's calendar, with taken days disabled (spec §2). */
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
        {[first, second].map((month) => (
          <MonthTable key={month} month={month} taken={taken} today={today}>
            {(day, className) =>
              taken.has(day) ? (
                <button
                  type="button"
                  disabled
                  className={className}
                  aria-current={day === today ? "date" : undefined}
                  aria-label={`${spokenDay(day)}, indisponível`}
                >
                  {dayNumber(day)}
                </button>
              ) : (
                <span className={className} aria-current={day === today ? "date" : undefined}>
                  {dayNumber(day)}
                </span>
              )
            }
          </MonthTable>
        ))}
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

/** "2026-11-20" as "20 de novembro". */
function spokenDay(date: string): string {
  return `${dayNumber(date)} de ${monthName(monthOf(date)).split(" ")[0]}`;
}
