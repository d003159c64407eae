import { hasTyped } from "../../ui/forms/has-typed.ts";

const checkEveryMs = 30_000;
/** A device whose clock is ahead asks too early, and again after this time. */
const askEveryMs = 30 * 60_000;
const hourMs = 3_600_000;

/**
 * Calls `refresh` once `day` is over: a tab may stay open for days, and would offer yesterday. Also checks when
 * the tab is shown again, since its timers may have slept. Returns a function that stops it.
 */
export function watchNewDay(day: string, refresh: () => void): () => void {
  let askedAt = Number.NEGATIVE_INFINITY;
  const check = () => {
    if (document.visibilityState !== "visible" || regionDay() <= day) return;
    if (Date.now() - askedAt < askEveryMs) return;
    askedAt = Date.now();
    refresh();
  };
  check();
  const timer = setInterval(check, checkEveryMs);
  document.addEventListener("visibilitychange", check);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", check);
  };
}

/** Loads the document again, unless that could lose a text; if it still shows the day before, not at once. */
export function reloadOnNewDay(day: string): void {
  watchNewDay(day, () => {
    if (hasTyped()) return;
    if (Date.now() - (history.state?.reloadedAt ?? 0) < askEveryMs) return;
    history.replaceState({ ...history.state, reloadedAt: Date.now() }, "");
    location.reload();
  });
}

/** Older phones still give the region the summer time that it no longer has. */
function regionDay(): string {
  return new Date(Date.now() - 3 * hourMs).toISOString().slice(0, 10);
}
