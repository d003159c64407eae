import type { Page } from "playwright-core";

export type Rewriting = "replaces" | "wraps";

/**
 * Rewrites the page as Google Translate does, now and whenever it changes: each text gives way to a copy
 * within two `<font>` elements. The copy reads the same, for the tests' sake. `wraps` moves the text into
 * them instead, as other translators do.
 */
export async function translate(page: Page, how: Rewriting = "replaces"): Promise<void> {
  await page.evaluate(rewriteTexts, how);
}

/** Rewrites all documents that the page loads from now on, each before any of its scripts has run. */
export async function translateAhead(page: Page, how: Rewriting = "replaces"): Promise<void> {
  await page.addInitScript(`document.addEventListener("readystatechange", () => {
    if (document.readyState === "interactive") (${rewriteTexts})(${JSON.stringify(how)});
  })`);
}

/** Runs in the page. */
function rewriteTexts(way: Rewriting): void {
  const isWanted = (text: Text) =>
    text.data.trim() !== "" &&
    !text.parentElement?.closest("font, script, style, title, textarea, option, svg");

  function translateIn(root: Node): void {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Text[] = root instanceof Text ? [root] : [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found.filter(isWanted)) {
      const outer = document.createElement("font");
      outer.append(document.createElement("font"));
      text.parentNode?.insertBefore(outer, text);
      if (way === "wraps") outer.firstElementChild?.append(text);
      else {
        outer.firstElementChild?.append(text.data);
        text.remove();
      }
    }
  }

  translateIn(document.body);
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) translateIn(node);
  }).observe(document.body, { childList: true, subtree: true });
}
