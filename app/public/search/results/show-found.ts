/**
 * After a search on this site, moves the focus to the results, and scrolls to them on screens that the form fills;
 * the first wrong field has it already.
 */
export function showFound(): void {
  const [opening] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const results = document.querySelector("[data-found]");
  const heading = results?.querySelector<HTMLElement>("h1");
  if (opening?.type !== "navigate" || !results || !heading) return;
  if (document.querySelector(":focus")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  const { top } = heading.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) results.scrollIntoView();
}
