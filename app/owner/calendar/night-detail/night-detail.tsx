import { type ReactNode, useEffect, useRef } from "react";
import { Form } from "react-router";
import { formatCivilDate } from "../../../calendar/civil-date.ts";
import { daysBetween } from "../../../calendar/day-ranges.ts";
import { spokenDay } from "../../../calendar/day-words.ts";
import { formatStayInFull } from "../../../calendar/stays.ts";
import { type FeedStay, nightsIn } from "../../../feeds/stays/feed-stays.ts";
import { Icon } from "../../../ui/icon.tsx";
import { capitalize } from "../../../ui/words.ts";
import styles from "./night-detail.module.css";

export interface NightDetailProps {
  night: string;
  stays: readonly FeedStay[];
  /** Nights marked here by the owner. */
  marked: ReadonlySet<string>;
  /** True once script can close it and change nights by itself. */
  isScripted: boolean;
  onFree: (nights: string[]) => void;
  onClose: () => void;
}

/** Says whose night of another site it is, and what its owner can do about it. */
export function NightDetail({
  night,
  stays,
  marked,
  isScripted,
  onFree,
  onClose,
}: NightDetailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each night is announced
  useEffect(() => {
    if (isScripted) heading.current?.focus();
  }, [night, isScripted]);
  const covering = stays.filter(({ from, to, isFreed }) => !isFreed && from <= night && night < to);
  if (covering.length === 0) return null;
  const own = nightsIn(covering)
    .filter((each) => marked.has(each))
    .sort();
  return (
    <section
      className={styles.detail}
      id="noite"
      aria-labelledby="noite-titulo"
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <div className={styles.head}>
        <h2 id="noite-titulo" ref={heading} tabIndex={-1}>
          {capitalize(spokenDay(night))}
        </h2>
        {isScripted && (
          <button type="button" className="icon-button" aria-label="Fechar" onClick={onClose}>
            <Icon name="x" />
          </button>
        )}
      </div>
      {covering.map((stay) => (
        <StayDetail key={`${stay.feedId} ${stay.from}`} stay={stay} />
      ))}
      {own.length > 0 && (
        <OwnMarks nights={[...new Set(own)]} onFree={isScripted ? onFree : null} />
      )}
    </section>
  );
}

function StayDetail({ stay }: { stay: FeedStay }) {
  const { feedId, source, from, to, isKnown } = stay;
  return (
    <div className={styles.stay}>
      <p>
        <b>{`Ocupado no ${source}`}</b>, {formatStayInFull({ checkIn: from, checkOut: to })}.
      </p>
      <p className="small soft">
        Para liberar, cancele ou abra essas datas lá: aqui muda sozinho na próxima leitura.
      </p>
      {isKnown && (
        <Form method="post" action="?" preventScrollReset className={styles.free}>
          <input type="hidden" name="intent" value="esta-livre" />
          <input type="hidden" name="calendario" value={feedId} />
          <input type="hidden" name="de" value={from} />
          <input type="hidden" name="ate" value={to} />
          <button type="submit" className="btn btn--line">
            Está livre
          </button>
          <span className="small soft">Não é reserva, só uma data que voltou de outro site?</span>
        </Form>
      )}
    </div>
  );
}

interface OwnMarksProps {
  nights: string[];
  onFree: ((nights: string[]) => void) | null;
}

function OwnMarks({ nights, onFree }: OwnMarksProps) {
  const [first = "", last = first] = [nights[0], nights.at(-1)];
  const isRow = daysBetween(first, last).length === nights.length;
  const which: ReactNode =
    first === last
      ? formatCivilDate(first)
      : isRow
        ? `${formatCivilDate(first)} a ${formatCivilDate(last)}`
        : `${nights.length} noites dessas datas`;
  return (
    <form
      method="post"
      className={styles.free}
      onSubmit={(event) => {
        if (!onFree) return;
        event.preventDefault();
        onFree(nights);
      }}
    >
      <input type="hidden" name="intent" value="noites" />
      <p>Você também marcou {which} aqui.</p>
      <button type="submit" name="liberar" value={nights.join(",")} className="btn btn--line">
        Desmarcar aqui
      </button>
    </form>
  );
}
