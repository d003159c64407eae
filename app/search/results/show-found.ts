import { focusOn } from "../../ui/shell/page-focus.ts";

/**
 * Moves the focus to the results of a search, and scrolls to them on screens that the form fills; or to the
 * first wrong field.
 */
export function showFound(): void {
  const wrong = document.querySelector<HTMLElement>("[role=search] [aria-invalid]");
  if (wrong) {
    wrong.focus({ preventScroll: true });
    wrong.scrollIntoView({ block: "center" });
    return;
  }
  const results = document.querySelector("[data-found]");
  const heading = results?.querySelector<HTMLElement>("h1");
  if (!results || !heading) return;
  focusOn(heading);
  const { top } = heading.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2) results.scrollIntoView();
}
