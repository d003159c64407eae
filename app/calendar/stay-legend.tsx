import styles from "./calendar.module.css";
import { dayNumber } from "./month.ts";
import stayStyles from "./stay-calendar.module.css";

export interface StayLegendProps {
  today: string;
  unavailableDays: readonly string[];
}

export function StayLegend({ today, unavailableDays }: StayLegendProps) {
  const taken = unavailableDays.find((day) => day >= today) ?? today;
  const looks = [
    {
      className: `${styles.off} ${styles.first} ${styles.last}`,
      day: taken,
      text: "Datas em vermelho estão indisponíveis",
    },
    {
      className: stayStyles.arrival,
      day: taken,
      text: "Alguém chega à tarde: dá para sair",
    },
    {
      className: stayStyles.departure,
      day: taken,
      text: "Alguém sai de manhã: dá para entrar",
    },
    { className: styles.now, day: today, text: "Hoje" },
  ];
  return (
    <p className={styles.legend}>
      {looks.map(({ className, day, text }) => (
        <span key={text} className={styles.key}>
          <span className={`${styles.day} ${className}`} aria-hidden="true">
            {dayNumber(day)}
          </span>
          {text}
        </span>
      ))}
    </p>
  );
}
