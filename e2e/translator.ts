import type { Page } from "playwright-core";

/**
 * Rewrites all documents that the page loads from now on as Google Translate does, now and whenever they
 * change, beginning before any of their scripts has run: each text that may be translated gives way to a copy
 * within two `<font>` elements. The copy reads the same, for the tests' sake.
 */
export async function translateAhead(page: Page): Promise<void> {
  await page.addInitScript(`document.addEventListener("readystatechange", () => {
    if (document.readyState === "interactive") (${rewriteTexts})();
  })`);
}

/** Runs in the page. */
function rewriteTexts(): void {
  const isWanted = (text: Text) =>
    text.data.trim() !== "" &&
    !text.parentElement?.closest("font, script, style, title, textarea, option, svg") &&
    text.parentElement?.closest("[translate]")?.getAttribute("translate") !== "no";

  function translateIn(root: Node): void {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = root instanceof Text ? [root] : [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found.filter(isWanted)) {
      const outer = document.createElement("font");
      outer.append(document.createElement("font"));
      outer.firstElementChild?.append(text.data);
      text.replaceWith(outer);
    }
  }

  translateIn(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) translateIn(node);
  }).observe(document.body, { childList: true, subtree: true });
}
