import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "../calendar.module.css";
import { dayNumber } from "../month.ts";
import stayStyles from "./stay-calendar.module.css";

export interface StayLegendProps {
  today: string;
  unavailableDays: readonly string[];
  /** Age of the calendar in words; null if it can be trusted. */
  staleAge: string | null;
}

export function StayLegend({ today, unavailableDays, staleAge }: StayLegendProps) {
  const taken = unavailableDays.find((day) => day >= today) ?? today;
  const looks: { className: string | undefined; sign?: string; day: string; text: string }[] = [
    {
      className: `${styles.off} ${styles.first} ${styles.last}`,
      day: taken,
      text: "Datas em vermelho estão indisponíveis",
    },
    {
      className: stayStyles.arrival,
      sign: stayStyles.arrivalSign,
      day: taken,
      text: "Alguém chega à tarde: dá para sair",
    },
    {
      className: stayStyles.departure,
      sign: stayStyles.departureSign,
      day: taken,
      text: "Alguém sai de manhã: dá para entrar",
    },
    ...(staleAge === null
      ? []
      : [{ className: styles.staleDay, day: today, text: "Sem confirmação: pergunte as datas" }]),
  ];
  return (
    <>
      {staleAge !== null && (
        <p className={`${styles.staleNote} note`}>
          <Icon name="clock" />
          <span>
            <b>{staleAge}: pergunte as datas.</b> Mesmo um dia não riscado pode já estar ocupado.
          </span>
        </p>
      )}
      <p className={styles.legend}>
        {looks.map(({ className, sign = "", day, text }) => (
          <span key={text} className={`${styles.key} ${sign}`}>
            <span className={`${styles.day} ${className}`} aria-hidden="true">
              {dayNumber(day)}
            </span>
            {text}
          </span>
        ))}
      </p>
    </>
  );
}
