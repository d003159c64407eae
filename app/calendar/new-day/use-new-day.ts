import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { watchNewDay } from "./watch-new-day.ts";

/** Loads the page's data again once `day`, which it shows as today, is over. Static pages load themselves. */
export function useNewDay(day: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => watchNewDay(day, () => void revalidate()), [day, revalidate]);
}
