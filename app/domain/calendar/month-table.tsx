import type { ReactNode } from "react";
import styles from "./calendar.module.css";
import { type Month, monthName, monthWeeks, weekdays } from "./month.ts";

export interface MonthTableProps {
  month: Month;
  today: string;
  taken: ReadonlySet<string>;
  /** A day gets a class if it differs from others. */
  children: (day: string, className: string | undefined) => ReactNode;
}

export function MonthTable({ month, today, taken, children }: MonthTableProps) {
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
        {monthWeeks(month).map((week) => (
          <tr key={week.find(Boolean)} data-semana={isOver(week, today) ? "passada" : undefined}>
            {week.map((day, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its weekday
              <td key={column}>
                {day && children(day, classOf(day, week[column - 1], week[column + 1]))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );

  function classOf(day: string, before?: string | null, after?: string | null): string | undefined {
    const isTaken = taken.has(day);
    const classes = [
      day < today && styles.past,
      day === today && styles.now,
      isTaken && styles.off,
      isTaken && !taken.has(before ?? "") && styles.first,
      isTaken && !taken.has(after ?? "") && styles.last,
    ];
    return classes.filter(Boolean).join(" ") || undefined;
  }
}

function isOver(week: readonly (string | null)[], today: string): boolean {
  return week.every((day) => day === null || day < today);
}
