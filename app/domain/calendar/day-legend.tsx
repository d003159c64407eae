import styles from "./calendar.module.css";
import { dayNumber } from "./month.ts";

export interface DayLegendProps {
  today: string;
  hasForeign: boolean;
  hasSeasons: boolean;
}

export function DayLegend({ today, hasForeign, hasSeasons }: DayLegendProps) {
  const looks = [
    { className: `${styles.off} ${styles.first} ${styles.last}`, text: "Ocupado por você" },
    ...(hasForeign ? [{ className: styles.elsewhere, text: "Veio de outro site: mude lá" }] : []),
    ...(hasSeasons ? [{ className: styles.seasoned, text: "Preço de feriado" }] : []),
  ];
  return (
    <ul className={`${styles.owner} ${styles.legend}`}>
      {looks.map(({ className, text }) => (
        <li key={text} className={styles.key}>
          <span className={`${styles.day} ${className}`} aria-hidden="true">
            {dayNumber(today)}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
