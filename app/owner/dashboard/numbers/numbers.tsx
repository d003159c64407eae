import { civilDateOf } from "../../../calendar/civil-date.ts";
import { Icon } from "../../../ui/icon.tsx";
import { formatCount } from "../../../ui/words.ts";
import { comparedDays, firstDay, sum } from "../../../visits/visit-numbers.ts";
import type { MeasuredListing } from "./measured-listings.server.ts";
import styles from "./numbers.module.css";
import { BuoyMark, Tide } from "./tide.tsx";
import { formatDay, weeksOf } from "./weeks.ts";

export interface NumbersProps {
  listing: MeasuredListing;
  isPaused: boolean;
  today: string;
  /** Places the numbers among what stands beside them. */
  className: string | undefined;
}

export function Numbers({ listing, isPaused, today, className = "" }: NumbersProps) {
  const { views, whatsapp, phone } = listing.numbers;
  const isNew = civilDateOf(listing.createdAt) >= firstDay(today);
  const isEmpty = [views, whatsapp, phone].every(({ now, before }) => sum(now) + sum(before) === 0);
  return (
    <div className={`${styles.numbers} ${className}`}>
      <dl className={styles.sums}>
        <Sum name="Visualizações" {...views} isNew={isNew} />
        <Sum name="WhatsApp" mark={<BuoyMark />} {...whatsapp} isNew={isNew} />
        <Sum name="Telefone" mark={<BuoyMark isRing />} {...phone} isNew={isNew} />
      </dl>
      {isEmpty ? (
        <p className={styles.none}>{explainNone(isNew, isPaused)}</p>
      ) : (
        <>
          <Tide id={listing.id} numbers={listing.numbers} isPaused={isPaused} today={today} />
          <WeekTable listing={listing} today={today} />
        </>
      )}
    </div>
  );
}

function explainNone(isNew: boolean, isPaused: boolean): string {
  if (isNew && !isPaused) {
    return "O anúncio acabou de chegar. Com as primeiras visitas, a água sobe aqui.";
  }
  const none = `Nenhuma visita nos últimos ${2 * comparedDays} dias.`;
  return isPaused ? none : `${none} Fotos novas e um calendário em dia ajudam.`;
}

interface SumProps {
  name: string;
  mark?: React.ReactNode;
  now: number[];
  before: number[];
  isNew: boolean;
}

function Sum({ name, mark, now, before, isNew }: SumProps) {
  const change = sum(now) - sum(before);
  return (
    <div>
      <dt>
        {mark}
        {name}
      </dt>
      <dd>{formatCount(sum(now))}</dd>
      {!isNew && (
        <dd>
          {change === 0 ? (
            "igual"
          ) : (
            <span className={change > 0 ? styles.up : styles.down}>
              {change > 0 ? "+" : "−"}
              {formatCount(Math.abs(change))}
            </span>
          )}{" "}
          <span className={styles.than}>{change === 0 ? "a antes" : "que antes"}</span>
        </dd>
      )}
    </div>
  );
}

function WeekTable({ listing, today }: { listing: MeasuredListing; today: string }) {
  return (
    <details className={styles.details}>
      <summary>
        <Icon name="chevron-down" />
        Ver em números
      </summary>
      <table>
        <caption className="visually-hidden">
          {listing.title}: por semana, de {formatDay(firstDay(today))} a {formatDay(today)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Semana</th>
            <th scope="col">Visualizações</th>
            <th scope="col">WhatsApp</th>
            <th scope="col">Telefone</th>
          </tr>
        </thead>
        <tbody>
          {weeksOf(listing.numbers, today).map(({ name, views, whatsapp, phone }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{views}</td>
              <td>{whatsapp}</td>
              <td>{phone}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
