import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { today } from "./civil-date.ts";

const checkEveryMs = 30_000;

/**
 * Loads the page's data again once `day`, which it shows as today, is over: a tab may stay open for days,
 * and would offer yesterday. Also checks when the tab is shown again, since its timers may have slept.
 */
export function useNewDay(day: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // Asked once a day, since this device's clock may be ahead of the site's.
    let latest = day;
    const check = () => {
      if (document.visibilityState !== "visible" || today() <= latest) return;
      latest = today();
      void revalidate();
    };
    const timer = setInterval(check, checkEveryMs);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [day, revalidate]);
}
