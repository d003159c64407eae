import type { Page } from "playwright-core";
import { listCollisions } from "./collisions.ts";

/** Doubles the text, as a browser's default font size of 32 px does. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
    // Cards far from the viewport have no layout that could be measured.
    for (const card of document.querySelectorAll("article")) {
      card.style.contentVisibility = "visible";
    }
  });
}

export function findCollisions(page: Page): Promise<string[]> {
  return page.evaluate(listCollisions);
}

/** Finds texts wider than the window, and long ones squeezed to a few letters per line. */
export function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, p, a, a > span, button, label, dt, dd, b, td, th")]
      .filter(
        (one) =>
          !one.closest(".visually-hidden, noscript, [aria-roledescription], [data-bottom-bar]"),
      )
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        let scroller: Element | null = one;
        while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX)) {
          scroller = scroller.parentElement;
        }
        const { left, right, width } = one.getBoundingClientRect();
        const isSqueezed = width < 64 && (one.textContent?.trim().length ?? 0) > 12;
        return width > 1 && !scroller && (left < -1 || right > innerWidth + 1 || isSqueezed);
      })
      .map((one) => `${one.tagName} ${one.textContent?.trim().slice(0, 60)}`),
  );
}
