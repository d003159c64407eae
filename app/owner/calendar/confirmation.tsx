import { Form, useNavigation } from "react-router";
import { civilDateOf, daysFrom, formatClock } from "../../calendar/civil-date.ts";
import { daysAgo } from "../../calendar/day-words.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./owner-calendar.module.css";

export interface ConfirmationProps {
  currentSince: Date;
  isConfirmed: boolean;
  today: string;
}

export function Confirmation({ currentSince, isConfirmed, today }: ConfirmationProps) {
  const { formData } = useNavigation();
  const isSending = formData?.get("intent") === "confirmar";
  return (
    <section className={`${styles.fresh} water`} aria-labelledby="em-dia">
      <div role="status">
        {isConfirmed ? (
          <>
            <h2 id="em-dia">
              <Icon name="circle-check" />
              Em dia desde hoje, {formatClock(currentSince)}
            </h2>
            <p>Obrigado! Os hóspedes veem que o calendário está certo.</p>
          </>
        ) : (
          <>
            <h2 id="em-dia">Nada mudou?</h2>
            <p>
              Última mudança {daysAgo(daysFrom(civilDateOf(currentSince), today))}. Um toque diz aos
              hóspedes que tudo continua valendo.
            </p>
          </>
        )}
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="confirmar" />
        <button type="submit" className={`btn btn--big ${styles.confirm}`} disabled={isSending}>
          <Icon name="calendar-check" />
          Está em dia
        </button>
      </Form>
    </section>
  );
}
