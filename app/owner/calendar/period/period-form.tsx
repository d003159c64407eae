import { addDays } from "../../../domain/calendar/civil-date.ts";
import { formatRange, rangesOf } from "../../../domain/calendar/day-ranges.ts";
import { endOfWindow } from "../../../domain/calendar/night-window.ts";
import type { FeedNight } from "../../../domain/calendar/taken-nights.server.ts";
import { FieldError, TextField } from "../../../platform/ui/forms/field.tsx";
import type { FormOutcome } from "../../../platform/web/forms/form-outcome.ts";
import styles from "../owner-calendar.module.css";

export interface PeriodFormProps {
  nights: readonly string[];
  feedNights: readonly FeedNight[];
  refused: FormOutcome<unknown> | undefined;
  today: string;
}

/** The calendar without script: the taken nights in words, and a form that changes them. */
export function PeriodForm({ nights, feedNights, refused, today }: PeriodFormProps) {
  const sources = [...new Set(feedNights.map(({ source }) => source))];
  const taken = [
    { by: "você", nights },
    ...sources.map((by) => ({
      by,
      nights: feedNights.flatMap(({ night, source }) => (source === by ? [night] : [])),
    })),
  ];
  const of = (name: string) => ({
    name,
    type: "date",
    min: today,
    max: addDays(endOfWindow(today), -1),
    defaultValue: refused?.typed[name],
    error: refused?.errors[name],
  });
  return (
    <>
      {taken.map(({ by, nights }) => (
        <p key={by}>
          <b>Ocupado por {by}:</b> {rangesOf(nights).map(formatRange).join(", ") || "nenhuma noite"}
          .
        </p>
      ))}
      <form method="post" className={styles.period}>
        <input type="hidden" name="intent" value="periodo" />
        <TextField {...of("periodoDe")} label="Da noite de" />
        <TextField {...of("periodoAte")} label="Até a noite de" />
        <FieldError id="estado" message={refused?.errors.estado?.[0]} />
        <button type="submit" name="estado" value="ocupado" className="btn">
          Ocupado
        </button>
        <button type="submit" name="estado" value="livre" className="btn btn--line">
          Livre
        </button>
      </form>
    </>
  );
}
