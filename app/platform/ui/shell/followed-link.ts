import { onClick } from "../on-click.ts";

/** Notes in the history entry which link of the page was followed. */
export function watchFollowed(): void {
  onClick("main a", (link) => {
    history.replaceState({ ...history.state, followed: link.getAttribute("href") }, "");
  });
}

/** Returns the focus to that link after Back, if the browser has loaded the page again. */
export function focusFollowed(): void {
  const [opening] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (opening?.type !== "back_forward") return;
  const links = document.querySelectorAll<HTMLAnchorElement>("main a");
  const followed = [...links].find((link) => link.getAttribute("href") === history.state?.followed);
  followed?.focus({ preventScroll: true });
}
