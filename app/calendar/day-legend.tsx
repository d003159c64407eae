import styles from "./calendar.module.css";
import cellStyles from "./day-cells/day-cells.module.css";
import { dayNumber } from "./month.ts";

export interface DayLegendProps {
  today: string;
  hasForeign: boolean;
  hasSeasons: boolean;
  hasClashes: boolean;
  hasNotes: boolean;
}

export function DayLegend({ today, hasForeign, hasSeasons, hasClashes, hasNotes }: DayLegendProps) {
  const looks = [
    { className: "", text: "Livre" },
    { className: `${styles.off} ${styles.first} ${styles.last}`, text: "Ocupado por você" },
    ...(hasForeign
      ? [{ className: styles.elsewhere, text: "Veio de outro site: toque e veja" }]
      : []),
    ...(hasClashes ? [{ className: cellStyles.clash, text: "Duas reservas: confira" }] : []),
    ...(hasSeasons ? [{ className: styles.seasoned, text: "Preço de temporada" }] : []),
    ...(hasNotes ? [{ className: "", text: "Tem anotação sua", isNoted: true }] : []),
  ];
  return (
    <ul className={`${styles.owner} ${styles.legend}`}>
      {looks.map(({ className, text, ...look }) => (
        <li key={text} className={styles.key}>
          <span className={`${styles.day} ${className}`} aria-hidden="true">
            {dayNumber(today)}
            {"isNoted" in look && <span className={cellStyles.noted} />}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
