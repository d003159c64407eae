import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { capitalize, countOf } from "../../ui/words.ts";
import { PanelHead } from "../panel.tsx";
import styles from "./today.module.css";
import type { MonthFigures, Task } from "./today.server.ts";

export interface TodayProps {
  tasks: Task[];
  /** Sentences about the site's own work, as in the daily letter. */
  problems: string[];
  month: MonthFigures;
  monthName: string;
}

export function Today({ tasks, problems, month, monthName }: TodayProps) {
  const { advertisers, listings, contacts } = month;
  return (
    <>
      <PanelHead title="Hoje" />
      {problems.map((problem) => (
        <p key={problem} className="note note--earth">
          <Icon name="circle-exclamation-point" />
          <span>{problem}</span>
        </p>
      ))}
      {tasks.length === 0 ? (
        <p>Nada à espera.</p>
      ) : (
        <nav className={styles.tasks} aria-label="À espera de você">
          <ul>
            {tasks.map(({ to, text }) => (
              <li key={to}>
                <Link to={to}>
                  {text}
                  <Icon name="chevron-right" />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p className="small soft">
        {capitalize(monthName)}: {countOf(advertisers, "anunciante")} e{" "}
        {countOf(listings, "anúncio")} a mais, {countOf(contacts, "contato")}.{" "}
        {problems.length === 0 && "Tudo funcionando."}
      </p>
    </>
  );
}
