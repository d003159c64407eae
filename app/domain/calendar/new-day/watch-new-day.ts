import { hasTyped } from "../../../platform/ui/forms/has-typed.ts";

const checkEveryMs = 30_000;
/** A device whose clock is ahead gets the day before once more, and asks again after this time. */
const askEveryMs = 30 * 60_000;
const hourMs = 3_600_000;

/**
 * Loads the document again once the day that it shows as today is over, unless that could lose a text: a tab may stay
 * open for days, and would offer yesterday. Checks also when it is shown again, since its timers may have slept.
 */
export function watchNewDay(): void {
  const { day = "" } = document.documentElement.dataset;
  const check = () => {
    if (document.visibilityState !== "visible" || regionDay() <= day || hasTyped()) return;
    if (Date.now() - (history.state?.reloadedAt ?? 0) < askEveryMs) return;
    history.replaceState({ ...history.state, reloadedAt: Date.now() }, "");
    location.reload();
  };
  check();
  setInterval(check, checkEveryMs);
  document.addEventListener("visibilitychange", check);
}

/** Older phones still give the region the summer time that it no longer has. */
function regionDay(): string {
  return new Date(Date.now() - 3 * hourMs).toISOString().slice(0, 10);
}
