/** After Back, moves the focus to the link that one had followed (`followed-link.ts`). */
export function focusFollowed(): void {
  const links = document.querySelectorAll<HTMLAnchorElement>("main a");
  const followed = [...links].find((link) => link.getAttribute("href") === history.state?.followed);
  if (followed) focusOn(followed);
}

/** Headings and messages can't have the focus otherwise; controls keep their place in the tab order. */
export function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
