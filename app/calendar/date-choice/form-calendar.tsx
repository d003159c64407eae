import { useEffect, useState } from "react";
import { listHolidayDays } from "../holidays.ts";
import { type ChosenDates, chooseDay, possibleDates } from "../stay-calendar/choose-stay.ts";
import { StayCalendar } from "../stay-calendar/stay-calendar.tsx";
import styles from "./date-choice.module.css";

const none: ReadonlySet<string> = new Set();

export interface FormCalendarProps {
  /** Has the fields `entrada` and `saida`. */
  form: HTMLFormElement;
  today: string;
}

export function FormCalendar({ form, today }: FormCalendarProps) {
  const [chosen, setChosen] = useState(() => readDates(form, today));
  useEffect(() => {
    const follow = () => setChosen(readDates(form, today));
    form.addEventListener("change", follow);
    return () => form.removeEventListener("change", follow);
  }, [form, today]);
  function pick(day: string) {
    const dates = chooseDay(day, chosen, none, today);
    fill(form, "entrada", dates.checkIn);
    fill(form, "saida", dates.checkOut);
    setChosen(dates);
  }
  return (
    <div className={styles.calendar}>
      <p role="status">
        {chosen.checkIn === null || chosen.checkOut !== null
          ? "Toque no dia de entrada e depois no de saída."
          : "Agora toque no dia de saída."}
      </p>
      <StayCalendar
        unavailableDays={[]}
        freshness=""
        isStale={false}
        today={today}
        legend={null}
        chosen={chosen}
        holidays={new Map(listHolidayDays(today))}
        onPick={pick}
      />
    </div>
  );
}

function readDates(form: HTMLFormElement, today: string): ChosenDates {
  const data = new FormData(form);
  const [entrada, saida] = [String(data.get("entrada")), String(data.get("saida"))];
  return possibleDates({ entrada, saida }, none, today);
}

/** Sets a field as typing does, so that React hears of it. */
function fill(form: HTMLFormElement, name: string, value: string | null): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  setter?.call(field, value ?? "");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
