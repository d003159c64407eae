import { type FormEvent, useState } from "react";
import type { FormOutcome } from "../../../site/forms/form-outcome.ts";
import { nightsOfPeriod, noPeriod, type Period, readPeriod, tapDay } from "./period.ts";

interface PeriodOptions {
  /** Chosen by the page's address. */
  period: Period;
  refused: FormOutcome<unknown> | undefined;
  today: string;
}

/** `change` marks or frees nights, and returns false if they were so already. */
export function usePeriod(
  { period: initial, refused, today }: PeriodOptions,
  change: (nights: readonly string[], marks: boolean) => boolean,
) {
  const typed = refused?.typed;
  const [period, setPeriod] = useState<Period>(
    typed ? { de: typed.periodoDe ?? "", ate: typed.periodoAte ?? "" } : initial,
  );
  const [isOpen, setIsOpen] = useState(Boolean(typed) || initial.de !== "");
  const [errors, setErrors] = useState<FormOutcome["errors"]>(refused?.errors ?? {});
  const [asked, setAsked] = useState(initial);
  // Another address may choose another period while the page stays.
  if (initial.de !== "" && initial.de + initial.ate !== asked.de + asked.ate) {
    setAsked(initial);
    setPeriod(initial);
    setIsOpen(true);
  }

  function close() {
    setPeriod(noPeriod);
    setErrors({});
    setIsOpen(false);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const formData = new FormData(event.currentTarget);
    formData.set("estado", (submitter as HTMLButtonElement | null)?.value ?? "ocupado");
    const read = readPeriod(formData, today);
    if (!read.ok) return setErrors(read.errors);
    if (change(read.nights, read.marks)) return close();
    const message = `Essas noites já estão ${read.marks ? "ocupadas" : "livres"}.`;
    setErrors({ estado: [message] });
  }

  const chosen = nightsOfPeriod(period, today);
  return {
    isChoosing: isOpen,
    hasBegun: isOpen && period.de !== "",
    chosen: new Set(chosen),
    tap(day: string) {
      setErrors({});
      setPeriod(tapDay(period, day));
    },
    bar: { period, count: chosen.length, first: today, onCancel: close },
    form: {
      isOpen,
      period,
      errors,
      onOpen: setIsOpen,
      onPeriod(next: Period) {
        setErrors({});
        setPeriod(next);
      },
      onSubmit: submit,
    },
  };
}
