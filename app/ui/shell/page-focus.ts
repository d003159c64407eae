/** Kept outside the component, because the error page replaces all components. */
let shown: { pathname: string; heading: string } | undefined;
let isAnswer = false;

/** Call this when a form has been sent and answered, before the page changes. */
export function noteAnswer(): void {
  isAnswer = true;
}

/**
 * Moves the focus, for keyboards and screen readers: to the heading of a new page, or of what a form has
 * made of its page; after Back to the link that one had followed; and to what is wrong with a form. After
 * any other answer it goes to the heading if the button has lost it.
 */
export function moveFocus(main: HTMLElement, pathname: string, isBack: boolean): void {
  const { activeElement, body } = document;
  const heading = main.querySelector("h1")?.textContent ?? "";
  const [before, answers] = [shown, isAnswer];
  shown = { pathname, heading };
  isAnswer = false;
  if (!before) return;
  // A note before the heading has the next steps.
  let target = main.querySelector<HTMLElement>("[data-flash], h1");
  if (before.pathname !== pathname || before.heading !== heading) {
    if (!answers && main.contains(activeElement)) return;
    const followed = `a[href="${before.pathname}"], a[href^="${before.pathname}?"]`;
    target = (isBack && main.querySelector<HTMLElement>(followed)) || target;
  } else {
    if (!answers || activeElement?.closest("[aria-invalid], [role=alert]")) return;
    const wrong = main.querySelector<HTMLElement>("[aria-invalid], [role=alert]:not(:empty)");
    if (!wrong && activeElement !== body) return;
    wrong?.scrollIntoView({ block: "center" });
    target = wrong ?? target;
  }
  if (target) focusOn(target);
}

/** The same after Back to a page without the router (`followed-link.ts`). */
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
