import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import type { IconName } from "../../../ui/icon-names.ts";
import styles from "./next-steps.module.css";
import { ShareOwn } from "./share-own.tsx";

export interface NewListing {
  id: string;
  title: string;
  hasSeasons: boolean;
  hasCalendar: boolean;
  isShared: boolean;
}

/** What brings a new ad its first guests, until it is done or put away. */
export function NextSteps({ listing, siteUrl }: { listing: NewListing; siteUrl: string }) {
  const { id, title, hasSeasons, hasCalendar, isShared } = listing;
  const calendar = `/posts/${id}/calendario`;
  const done = [isShared, hasCalendar, hasSeasons].filter(Boolean).length;
  return (
    <section className={styles.card} aria-labelledby="proximos-passos">
      <header>
        <h2 id="proximos-passos">“{title}” está no ar</h2>
        <p className="soft">
          {done === 0
            ? "Três passos para chegarem os primeiros pedidos."
            : `Feito: ${done} de 3. Falta pouco para chegarem os primeiros pedidos.`}
        </p>
      </header>
      <ol className={styles.steps}>
        <Step isDone={isShared} icon="share-2" title="Mande o link a quem já se hospedou">
          <ShareOwn id={id} title={title} siteUrl={siteUrl} className="btn btn--line" />
        </Step>
        <Step
          isDone={hasCalendar}
          icon="calendar-days"
          title="Marque os dias ocupados, ou ligue o Airbnb e o Booking"
        >
          <Link className="btn btn--line" to={calendar}>
            Abrir o calendário
          </Link>
        </Step>
        <Step
          isDone={hasSeasons}
          icon="star"
          title="Ponha os preços do Réveillon, do Carnaval e dos feriados"
        >
          <Link className="btn btn--line" to={`${calendar}#temporadas`}>
            Pôr os preços
          </Link>
        </Step>
      </ol>
      <Form method="post" action="/dashboard" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="intent" value="dispensar-passos" className="link small">
          Não mostrar mais
        </button>
      </Form>
    </section>
  );
}

interface StepProps {
  isDone: boolean;
  icon: IconName;
  title: string;
  children: ReactNode;
}

function Step({ isDone, icon, title, children }: StepProps) {
  return (
    <li className={isDone ? styles.done : undefined}>
      <Icon name={isDone ? "circle-check" : icon} />
      <p>
        {title}
        {isDone && <span className="visually-hidden">: feito</span>}
      </p>
      {!isDone && children}
    </li>
  );
}
