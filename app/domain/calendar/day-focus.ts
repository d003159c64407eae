import { useLayoutEffect, useRef, useState } from "react";
import { addDays, weekdayOf } from "./civil-date.ts";
import type { Month } from "./month.ts";

/** Makes the days in `area` a single tab stop. `focus` accepts days not rendered yet. */
export function useDayFocus(initial: string, firstMonth: Month) {
  const [stop, setStop] = useState(initial);
  const area = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the day may be in a month just turned to
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const day = `[data-dia="${stop}"]:not(:disabled)`;
    area.current?.querySelector<HTMLElement>(day)?.focus();
  }, [stop, firstMonth]);

  function focus(day: string) {
    wantsFocus.current = true;
    setStop(day);
  }
  return { stop, setStop, area, focus };
}

export function dayByKey(key: string, day: string): string | null {
  const weekday = weekdayOf(day);
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
    PageUp: -28,
    PageDown: 28,
  };
  const step = steps[key];
  return step === undefined ? null : addDays(day, step);
}
