import type { ReactNode } from "react";
import { Icon } from "../../../platform/ui/icon.tsx";
import type { IconName } from "../../../platform/ui/icon-names.ts";
import { Link } from "../../../platform/ui/link.tsx";
import styles from "./next-steps.module.css";

export interface NewListing {
  id: string;
  title: string;
  hasSeasons: boolean;
  hasCalendar: boolean;
}

/** The steps that bring a new ad its first guests, until they are done or dismissed. */
export function NextSteps({ listing }: { listing: NewListing }) {
  const { id, title, hasSeasons, hasCalendar } = listing;
  const calendar = `/posts/${id}/calendario`;
  return (
    <section className={styles.card} aria-labelledby="proximos-passos">
      <h2 id="proximos-passos">“{title}” está no ar</h2>
      <ol className={styles.steps}>
        <Step isDone={false} icon="share-2">
          Mande o link a quem já se hospedou
        </Step>
        <Step isDone={hasCalendar} icon="calendar-days" to={calendar}>
          Marque os dias ocupados, ou ligue o Airbnb e o Booking
        </Step>
        <Step isDone={hasSeasons} icon="star" to={`${calendar}#temporadas`}>
          Ponha os preços do Réveillon, do Carnaval e dos feriados
        </Step>
      </ol>
      <form method="post" action="/dashboard">
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="intent" value="dispensar-passos" className="link small">
          Não mostrar mais
        </button>
      </form>
    </section>
  );
}

interface StepProps {
  isDone: boolean;
  icon: IconName;
  /** Path of the page where the step is done; omitted if it is this one. */
  to?: string;
  children: ReactNode;
}

function Step({ isDone, icon, to, children }: StepProps) {
  return (
    <li className={isDone ? styles.done : undefined}>
      <Icon name={isDone ? "circle-check" : icon} />
      {to && !isDone ? <Link to={to}>{children}</Link> : <p>{children}</p>}
      {isDone && <span className="visually-hidden">: feito</span>}
    </li>
  );
}
