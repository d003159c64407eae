import { useEffect, useMemo, useRef, useState } from "react";
import { formatCivilDate } from "../civil-date.ts";
import { listHolidayDays } from "../holidays.ts";
import { type ChosenDates, chooseDay, possibleDates } from "../stay-calendar/choose-stay.ts";
import { StayCalendar } from "../stay-calendar/stay-calendar.tsx";
import { formatStayInFull } from "../stays.ts";
import styles from "./date-choice.module.css";

export interface HouseNights {
  unavailableDays: readonly string[];
  isStale: boolean;
}

export interface FormCalendarProps {
  /** Has the fields `entrada` and `saida`. */
  form: HTMLFormElement;
  today: string;
  house?: HouseNights | undefined;
}

export function FormCalendar({ form, today, house }: FormCalendarProps) {
  const taken = useMemo(() => new Set(house?.unavailableDays), [house]);
  const [chosen, setChosen] = useState(() => readDates(form, taken, today));
  useEffect(() => {
    const follow = () => setChosen(readDates(form, taken, today));
    form.addEventListener("change", follow);
    return () => form.removeEventListener("change", follow);
  }, [form, taken, today]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Returns a promise in newer browsers, which React would take for the effect's cleanup.
    root.current?.scrollIntoView({ block: "nearest" });
  }, []);
  function pick(day: string) {
    const dates = chooseDay(day, chosen, taken, today);
    fill(form, "entrada", dates.checkIn);
    fill(form, "saida", dates.checkOut);
    setChosen(dates);
  }
  return (
    <div className={styles.calendar} ref={root}>
      <p role="status">{describeChoice(chosen)}</p>
      <StayCalendar
        unavailableDays={house?.unavailableDays ?? []}
        openWord={house ? (house.isStale ? "pergunte" : "livre") : null}
        today={today}
        chosen={chosen}
        holidays={listHolidayDays(today)}
        onPick={pick}
      />
    </div>
  );
}

function describeChoice({ checkIn, checkOut }: ChosenDates): string {
  if (checkIn === null) return "Toque no dia de entrada e depois no de saída.";
  if (checkOut === null) {
    return `Entrada em ${formatCivilDate(checkIn)}. Agora toque no dia de saída.`;
  }
  return `De ${formatStayInFull({ checkIn, checkOut })}.`;
}

function readDates(form: HTMLFormElement, taken: ReadonlySet<string>, today: string): ChosenDates {
  const data = new FormData(form);
  const [entrada, saida] = [String(data.get("entrada")), String(data.get("saida"))];
  return possibleDates({ entrada, saida }, taken, today);
}

function fill(form: HTMLFormElement, name: string, value: string | null): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value ?? "";
}
