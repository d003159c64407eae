import type { FormEvent } from "react";
import { formatCivilDate } from "../../../calendar/civil-date.ts";
import { formatNights, formatStay } from "../../../calendar/stays.ts";
import { FieldError, TextField } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./period.module.css";
import type { Period } from "./period.ts";

const formId = "periodo-noites";

export interface PeriodFormProps {
  isOpen: boolean;
  period: Period;
  errors: Partial<Record<string, string[] | null>>;
  /** The first of the nights that can be marked, and the last. */
  first: string;
  last: string;
  onOpen: (isOpen: boolean) => void;
  onPeriod: (period: Period) => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Changes many nights at once: their ends are typed here, or tapped in the calendar below. */
export function PeriodForm({
  isOpen,
  period,
  errors,
  first,
  last,
  onOpen,
  onPeriod,
  onSubmit,
}: PeriodFormProps) {
  const { de, ate } = period;
  return (
    <details
      className={styles.period}
      id="periodo"
      open={isOpen}
      onToggle={({ currentTarget }) => onOpen(currentTarget.open)}
    >
      <summary className="btn btn--line">
        <Icon name="calendar-days" />
        Marcar um período
      </summary>
      <form method="post" id={formId} className={styles.form} noValidate onSubmit={onSubmit}>
        <input type="hidden" name="intent" value="periodo" />
        <p className={styles.taps}>
          Toque na <b>primeira</b> e na <b>última noite</b> no calendário, ou escreva as datas.
        </p>
        <div className={styles.pair}>
          <TextField
            name="periodoDe"
            label="Da noite de"
            type="date"
            min={first}
            max={last}
            value={de}
            error={errors.periodoDe}
            onChange={({ currentTarget }) => onPeriod({ de: currentTarget.value, ate })}
          />
          <TextField
            name="periodoAte"
            label="Até a noite de"
            type="date"
            min={first}
            max={last}
            value={ate}
            error={errors.periodoAte}
            onChange={({ currentTarget }) => onPeriod({ de, ate: currentTarget.value })}
          />
        </div>
        <FieldError id="estado" message={errors.estado?.[0]} />
        <p className={styles.buttons}>
          <button type="submit" name="estado" value="ocupado" className="btn">
            Marcar ocupado
          </button>
          <button type="submit" name="estado" value="livre" className="btn btn--line">
            Deixar livre
          </button>
        </p>
      </form>
    </details>
  );
}

export interface PeriodBarProps {
  period: Period;
  count: number;
  /** The first of the nights that can be marked. */
  first: string;
  onCancel: () => void;
}

/** Stays in sight while days are tapped far below the form, whose buttons it repeats. */
export function PeriodBar({ period, count, first, onCancel }: PeriodBarProps) {
  const { de, ate } = period;
  const isWhole = de !== "" && ate !== "";
  return (
    <div className={styles.bar} data-periodo>
      <p role="status">
        {de && !ate && `Desde ${formatCivilDate(de)}. Toque na última noite`}
        {isWhole && (
          <>
            {de === ate ? formatCivilDate(de) : formatStay({ checkIn: de, checkOut: ate }, first)},{" "}
            <b>{formatNights(count)}</b>
          </>
        )}
      </p>
      {isWhole && (
        <div className={styles.choice}>
          <button type="submit" form={formId} name="estado" value="ocupado" className="btn">
            Ocupado
          </button>
          <button type="submit" form={formId} name="estado" value="livre" className="btn btn--line">
            Livre
          </button>
        </div>
      )}
      <button type="button" className="icon-button" aria-label="Cancelar" onClick={onCancel}>
        <Icon name="x" />
      </button>
    </div>
  );
}
