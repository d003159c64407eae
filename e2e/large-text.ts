import type { Page } from "playwright-core";

/** As with a browser's default font size of 32 px, twice the usual one. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
    // Cards far from the viewport have no layout that could be measured.
    for (const card of document.querySelectorAll("article")) {
      card.style.contentVisibility = "visible";
    }
  });
}

/** Pairs of controls, or of a control and a month's name, that cover a part of each other. */
export function findCollisions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxOf = (element: Element) => {
      if (element.tagName !== "CAPTION") return element.getBoundingClientRect();
      const text = document.createRange();
      text.selectNodeContents(element);
      return text.getBoundingClientRect();
    };
    const controls = [
      ...document.querySelectorAll("a, button, input, select, textarea, summary, caption"),
    ]
      // Photos and password fields have their controls on top, and a bar at the bottom covers what
      // scrolls below it.
      .filter(
        (one) =>
          !one.closest(
            "[aria-roledescription], [data-bottom-bar], .visually-hidden, [aria-pressed][aria-label^=Mostr]",
          ),
      )
      .filter((one) => one.checkVisibility({ opacityProperty: true }))
      .map((element) => ({ element, box: boxOf(element) }))
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

/** Texts wider than the window, and long ones squeezed to a few letters per line. */
export function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, p, a, a > span, button, label, dt, dd, b, td, th")]
      .filter(
        (one) =>
          !one.closest(".visually-hidden, noscript, [aria-roledescription], [data-bottom-bar]"),
      )
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const scroller = one.closest("fieldset");
        const { left, right, width } = one.getBoundingClientRect();
        const isSqueezed = width < 64 && (one.textContent?.trim().length ?? 0) > 12;
        return width > 1 && !scroller && (left < -1 || right > innerWidth + 1 || isSqueezed);
      })
      .map((one) => `${one.tagName} ${one.textContent?.trim().slice(0, 60)}`),
  );
}
