import type { Page } from "playwright-core";

/** As with a browser's default font size of 32 px, twice the usual one. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
  });
}

/** Pairs of controls that cover a part of each other. */
export function findCollisions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll("a, button, input, select, textarea, summary")]
      // Photos and password fields have their controls on top, and a bar at the bottom covers what
      // scrolls below it.
      .filter(
        (one) =>
          !one.closest(
            "[aria-roledescription], [data-bottom-bar], .visually-hidden, [aria-pressed][aria-label^=Mostr]",
          ),
      )
      .filter((one) => one.checkVisibility({ opacityProperty: true }))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && box.left < innerWidth);
    const name = ({ element }: { element: Element }) =>
      element.textContent?.trim() || element.getAttribute("name") || element.outerHTML.slice(0, 80);
    return controls.flatMap((one, at) =>
      controls.slice(at + 1).flatMap((other) => {
        if (one.element.contains(other.element) || other.element.contains(one.element)) return [];
        const width =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        return width > 1 && height > 1 ? [`${name(one)} × ${name(other)}`] : [];
      }),
    );
  });
}

/** Texts wider than the window or cut off by the element around them. */
export function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, p, a, button, label, dt, dd, b, td, th")]
      .filter(
        (one) =>
          !one.closest(".visually-hidden, noscript, [aria-roledescription], [data-bottom-bar]"),
      )
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const scroller = one.closest("fieldset");
        const { left, right, width } = one.getBoundingClientRect();
        return width > 1 && !scroller && (left < -1 || right > innerWidth + 1);
      })
      .map((one) => `${one.tagName} ${one.textContent?.trim().slice(0, 60)}`),
  );
}
