import type { Page } from "playwright-core";

/** CSS pixels. */
const a4 = { width: 794, height: 1123 } as const;

export interface SheetProblems {
  /** Pairs of texts, or of a text and a photo, that cover each other. */
  overlaps: string[];
  /** What a sheet ends within, though it should move on as a whole. */
  split: string[];
  /** Headings at the foot of a sheet, away from what they head. */
  lonely: string[];
}

/**
 * Lays the page out as it prints on A4, with margins in CSS pixels, and returns what went wrong. The sheets are
 * columns beside each other: browsers break both alike, and columns can be measured.
 */
export async function findSheetProblems(page: Page, margin: number): Promise<SheetProblems> {
  await page.setViewportSize({ width: a4.width - 2 * margin, height: a4.height - 2 * margin });
  await page.emulateMedia({ media: "print" });
  return page.evaluate(() => {
    const sheets = new CSSStyleSheet();
    sheets.replaceSync(
      "body { height: 100vh; min-height: 0; columns: 100vw; column-gap: 0; column-fill: auto }",
    );
    document.adoptedStyleSheets.push(sheets);
    const boxes: { name: string; node: Node; box: DOMRect }[] = [];
    const sheetOf = ({ x }: DOMRect) => Math.floor((x + 1) / innerWidth);
    const isShown = (element: Element | null): element is Element =>
      element?.checkVisibility() === true && !element.closest("svg, .visually-hidden");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const name = node.textContent?.trim().slice(0, 30);
      if (!name || !isShown(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) boxes.push({ name, node, box });
    }
    for (const img of document.images) {
      // A label lies on its own photo, and a drawing is clipped by its frame.
      if (!isShown(img) || img.closest("[data-view], [data-photos]")) continue;
      for (const box of img.getClientRects()) boxes.push({ name: "photo", node: img, box });
    }
    const overlaps = boxes.flatMap((one, nth) =>
      boxes
        .slice(nth + 1)
        .filter(({ node, box }) => {
          if (node === one.node) return false;
          const across = Math.min(one.box.right, box.right) - Math.max(one.box.x, box.x);
          const down = Math.min(one.box.bottom, box.bottom) - Math.max(one.box.y, box.y);
          // Lines of text are set closer than their boxes are high.
          return across > 2 && down > 5;
        })
        .map(({ name }) => `${one.name} | ${name}`),
    );
    const whole =
      "main article:not(:has(h1)), aside, table, tr, img, [data-view], [data-stay-calendar]";
    const split = [...document.querySelectorAll(whole)].filter((element) => {
      const parts = [...element.getClientRects()].filter(({ height }) => height > 2);
      return isShown(element) && new Set(parts.map(sheetOf)).size > 1;
    });
    const lonely = [...document.querySelectorAll("main :is(h1, h2, h3)")].filter((heading) => {
      const last = [...heading.getClientRects()].at(-1);
      if (!last || !isShown(heading)) return false;
      return !boxes.some(
        ({ node, box }) =>
          !heading.contains(node) && sheetOf(box) === sheetOf(last) && box.y >= last.bottom - 5,
      );
    });
    return {
      overlaps,
      split: split.map(({ tagName, textContent }) => `${tagName}: ${textContent?.slice(0, 30)}`),
      lonely: lonely.map(({ textContent }) => textContent ?? ""),
    };
  });
}
