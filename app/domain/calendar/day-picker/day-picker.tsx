import { type ReactNode, useEffect, useRef, useState } from "react";
import { TextArea } from "../../../platform/ui/forms/field.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "../calendar.module.css";
import { DayCalendars } from "../day-calendars.tsx";
import { applyDrag, type DayDrag } from "../day-cells/day-gesture.ts";
import { type DayRange, formatRange, rangesOf } from "../day-ranges.ts";
import { addMonths, monthOf } from "../month.ts";
import { daysInText, exampleRange, textWithDays } from "./typed-dates.ts";

export interface DayPickerProps {
  name: string;
  defaultValue?: string;
  error?: string | readonly string[] | null;
  today: string;
}

/** The form submits the text field, which the calendar edits; without script it is all there is. */
export function DayPicker({ name, defaultValue = "", error, today }: DayPickerProps) {
  const [text, setText] = useState(defaultValue);
  const [month, setMonth] = useState(monthOf(today));
  const [drag, setDrag] = useState<DayDrag | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const days = daysInText(text);
  const shown = new Set(days);
  if (drag) applyDrag(shown, drag);

  // The form listens to input events, and a value set by React fires none.
  const notifiedText = useRef(text);
  useEffect(() => {
    if (notifiedText.current === text) return;
    notifiedText.current = text;
    field.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [text]);

  function choose(next: Iterable<string>) {
    setText(textWithDays(text, next));
  }

  function free({ first, last }: DayRange) {
    choose(days.filter((day) => day < first || day > last));
  }

  function toggle(day: string) {
    commit({ from: day, to: day, marks: !days.includes(day) });
  }

  function commit(done: DayDrag) {
    const next = new Set(days);
    applyDrag(next, done);
    choose(next);
  }

  const past = days.filter((day) => day < today);
  const coming = rangesOf(days.filter((day) => day >= today));
  return (
    <>
      <DayCalendars
        months={[month, addMonths(month, 1)]}
        today={today}
        taken={shown}
        onMonth={setMonth}
        drag={drag}
        onDrag={setDrag}
        onCommit={commit}
        onToggle={toggle}
      />
      {days.length > 0 && (
        <ul className={styles.chips} aria-label="Datas marcadas">
          {past.length > 0 && (
            <RangeChip
              text={
                past.length === 1 ? "1 dia que já passou" : `${past.length} dias que já passaram`
              }
              onFree={() => choose(days.filter((day) => day >= today))}
            />
          )}
          {coming.map((range) => (
            <RangeChip key={range.first} text={formatRange(range)} onFree={() => free(range)} />
          ))}
        </ul>
      )}
      <TypedDates forceOpen={Boolean(error)}>
        <TextArea
          name={name}
          label="Datas, separadas por vírgula"
          hint={`Exemplo: 11/03/2016,12/03/2016. Dias seguidos: ${exampleRange(today)}`}
          error={error}
          ref={field}
          rows={2}
          value={text}
          onChange={(event) => {
            notifiedText.current = event.target.value;
            setText(event.target.value);
          }}
        />
      </TypedDates>
    </>
  );
}

function RangeChip({ text, onFree }: { text: string; onFree: () => void }) {
  return (
    <li>
      {text}
      <button type="button" className="icon-button" aria-label={`Liberar ${text}`} onClick={onFree}>
        <Icon name="x" />
      </button>
    </li>
  );
}

function TypedDates({ forceOpen, children }: { forceOpen: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={styles.typed}
      open={open || forceOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="link">Prefiro digitar as datas</summary>
      {children}
    </details>
  );
}
