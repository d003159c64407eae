import { useEffect, useRef, useState } from "react";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./date-choice.module.css";
import type { HouseNights } from "./form-calendar.tsx";

type Calendar = typeof import("./form-calendar.tsx").FormCalendar;

export interface DateChoiceProps {
  today: string;
  /** The nights of the house that the form is about, if it is about one. */
  house?: HouseNights | undefined;
}

/**
 * Fills the form's `entrada` and `saida` from a calendar of two months, which loads when it is opened. The native fields
 * remain for those who type, and without script.
 */
export function DateChoice({ today, house }: DateChoiceProps) {
  const [opened, setOpened] = useState<{ Calendar: Calendar; form: HTMLFormElement } | null>(null);
  const choice = useRef<HTMLDetailsElement>(null);
  function load() {
    const form = choice.current?.closest("form");
    if (!choice.current?.open || !form) return;
    import("./form-calendar.tsx")
      .then(({ FormCalendar }) => setOpened({ Calendar: FormCalendar, form }))
      .catch(() => {});
  }
  // It may have been opened before hydration.
  useEffect(load, []);
  return (
    <details className={styles.choice} ref={choice} onToggle={load}>
      <summary>
        <Icon name="calendar-days" />
        Escolher no calendário
        <Icon name="chevron-down" />
      </summary>
      {opened && <opened.Calendar form={opened.form} today={today} house={house} />}
    </details>
  );
}
