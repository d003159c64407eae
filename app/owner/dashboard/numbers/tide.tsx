import { addDays } from "../../../calendar/civil-date.ts";
import { comparedDays, firstDay, type VisitNumbers } from "../../../visits/visit-numbers.ts";
import styles from "./tide.module.css";
import { drawLevel, inPercent, levelOf, middleOf, tideHeight, tideWidth } from "./tide-shape.ts";
import { formatDay } from "./weeks.ts";

export interface TideProps {
  id: string;
  numbers: VisitNumbers;
  isPaused: boolean;
  today: string;
}

/** Draws views as water, the 30 days before as a line, contacts as buoys. */
export function Tide({ id, numbers, isPaused, today }: TideProps) {
  const { views, whatsapp, phone } = numbers;
  const top = Math.max(...views.now, ...views.before);
  const level = drawLevel(views.now, top);
  const water = `${level}V${tideHeight}H0z`;
  const before = drawLevel(views.before, top);
  const clip = `agua-${id}`;
  const box = `0 0 ${tideWidth} ${tideHeight}`;
  const days = views.now.length;
  return (
    <div className={styles.drawn}>
      <div
        className={`${styles.tide} ${isPaused ? styles.paused : ""}`}
        role="img"
        aria-label={describe(views.now, today)}
      >
        <svg viewBox={box} preserveAspectRatio="none" aria-hidden="true">
          <clipPath id={clip}>
            <path d={water} />
          </clipPath>
          <path className={styles.now} d={water} />
          <path className={styles.edge} d={level} />
          <path className={`${styles.was} ${styles.dry}`} d={before} />
          {!isPaused && <path className={styles.was} clipPath={`url(#${clip})`} d={before} />}
          <path
            className={styles.ripple}
            d="M40 92h34M130 96h26M250 90h40M330 96h22M430 91h36M520 95h30"
          />
        </svg>
        <svg aria-hidden="true">
          {views.now.map((n, day) => {
            const place = {
              cx: inPercent(middleOf(day, days), tideWidth),
              cy: inPercent(levelOf(n, top), tideHeight),
            };
            const hasPhone = phone.now[day];
            const hasWhatsapp = whatsapp.now[day];
            if (!hasPhone && !hasWhatsapp) return null;
            const date = addDays(firstDay(today), day);
            return <Buoy key={date} {...place} isRing={!hasWhatsapp} />;
          })}
        </svg>
      </div>
      <p className={styles.feet} aria-hidden="true">
        <span>{formatDay(firstDay(today))}</span>
        <span>{`${comparedDays} dias`}</span>
        <span>hoje</span>
      </p>
    </div>
  );
}

function describe(views: readonly number[], today: string): string {
  const most = Math.max(...views);
  const best = addDays(firstDay(today), views.lastIndexOf(most));
  const span = `Visualizações por dia, de ${formatDay(firstDay(today))} a ${formatDay(today)}`;
  if (most === 0) return `${span}: nenhuma.`;
  return `${span}. O melhor dia foi ${formatDay(best)}, com ${most}.`;
}

function Buoy({ isRing, ...place }: { cx: string; cy: string; isRing: boolean }) {
  return (
    <>
      <circle className={styles.buoy} r="6" {...place} />
      {isRing && <circle className={styles.hole} r="2.5" {...place} />}
    </>
  );
}

export function TideKey() {
  return (
    <p className={styles.key}>
      <span>
        <i className={styles.swatch} aria-hidden="true" />
        Visualizações por dia
      </span>
      <span>
        <i className={styles.line} aria-hidden="true" />
        {`Os ${comparedDays} dias antes`}
      </span>
      <span>
        <BuoyMark />
        Dia com WhatsApp
      </span>
      <span>
        <BuoyMark isRing />
        Dia só com telefone
      </span>
    </p>
  );
}

export function BuoyMark({ isRing = false }: { isRing?: boolean }) {
  return (
    <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
      <Buoy cx="8" cy="8" isRing={isRing} />
    </svg>
  );
}
