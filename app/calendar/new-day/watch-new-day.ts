import { today } from "../civil-date.ts";

const checkEveryMs = 30_000;

/**
 * Calls `refresh` once `day` is over: a tab may stay open for days, and would offer yesterday. Also checks when
 * the tab is shown again, since its timers may have slept. Returns a function that stops it.
 */
export function watchNewDay(day: string, refresh: () => void): () => void {
  // Asked once a day, since this device's clock may be ahead of the site's.
  let latest = day;
  const check = () => {
    if (document.visibilityState !== "visible" || today() <= latest) return;
    latest = today();
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

/** Loads the document again, but only once a day. */
export function reloadOnNewDay(day: string): void {
  watchNewDay(day, () => {
    if (history.state?.reloadedOn === today()) return;
    history.replaceState({ ...history.state, reloadedOn: today() }, "");
    location.reload();
  });
}
