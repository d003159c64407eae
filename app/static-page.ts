import { reloadOnNewDay } from "./calendar/new-day/watch-new-day.ts";
import { reloadList } from "./lists/page/reload-list.ts";
import { showFound } from "./search/results/show-found.ts";
import { focusFollowed } from "./ui/shell/page-focus.ts";

/** Moves the focus on a page that a search of this site or Back has opened as a document. */
export function arrive(): void {
  const [opening] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (opening?.type === "back_forward") focusFollowed();
  else if (opening?.type === "navigate") showFound();
}

/** A page stays open for long. */
export function stay(): void {
  const { day, page } = document.documentElement.dataset;
  if (day) reloadOnNewDay(day);
  if (page === "lists/routes/list") reloadList();
}
