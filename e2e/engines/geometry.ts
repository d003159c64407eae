/**
 * Runs in the page: texts that a picture covers, labels of a drawing's
 * links that another link covers, and pictures that leave their place on a card.
 */
export function listCoveredTexts(): string[] {
  const faults = new Set<string>();
  for (const card of document.querySelectorAll("article")) {
    // Cards far from the window have no layout that could be measured.
    card.style.contentVisibility = "visible";
  }
  const clips = (element: Element) => getComputedStyle(element).overflow !== "visible";
  const isShown = (element: Element, x: number, y: number) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const box = at.getBoundingClientRect();
      const isOutside = x < box.left || x > box.right || y < box.top || y > box.bottom;
      if (isOutside && at !== document.body && at !== document.documentElement && clips(at)) {
        return false;
      }
    }
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const checkText = (text: Node, parent: Element) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (box.width < 2 || x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue;
      if (!isShown(parent, x, y) || getComputedStyle(parent).pointerEvents === "none") continue;
      const drawnLink = parent.closest("svg a");
      for (const hit of document.elementsFromPoint(x, y)) {
        if (hit === parent || parent.contains(hit)) break;
        const other = hit.closest("svg a");
        if (drawnLink && other && other !== drawnLink) {
          faults.add(`${other.textContent} covers “${text.textContent}”`);
        }
        if (hit.tagName === "IMG" && !hit.contains(parent)) {
          faults.add(`a picture covers “${text.textContent?.trim().slice(0, 40)}”`);
        }
      }
    }
  };
  const texts: [Node, Element][] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const isHidden = parent?.closest("script, style, noscript, option, .visually-hidden");
    if (parent && !isHidden && walker.currentNode.textContent?.trim()) {
      texts.push([walker.currentNode, parent]);
    }
  }
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight - 100) {
    scrollTo({ top, behavior: "instant" });
    for (const [text, parent] of texts) checkText(text, parent);
  }
  scrollTo({ top: 0, behavior: "instant" });
  for (const mosaic of document.querySelectorAll("[data-photos]")) {
    const frame = mosaic.getBoundingClientRect();
    for (const image of mosaic.querySelectorAll("img")) {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      const leaves =
        top < frame.top - 1 ||
        bottom > frame.bottom + 1 ||
        left < frame.left - 1 ||
        right > frame.right + 1;
      if (leaves) faults.add(`a picture leaves the card: ${image.alt}`);
    }
    const below = mosaic.parentElement?.querySelector("h3, p")?.getBoundingClientRect();
    if (below && below.left < frame.right && below.top < frame.bottom - 1) {
      const tag = mosaic.contains(mosaic.parentElement?.querySelector("h3, p") ?? null);
      if (!tag) faults.add("a card's text begins above the end of its pictures");
    }
  }
  return [...faults];
}

/** Runs in the page: controls of the top bar that nobody sees, since neither their words nor their picture has a size. */
export function listEmptyControls(): string[] {
  const isSeen = ({ width, height }: DOMRect) => width > 8 && height > 8;
  return [...document.querySelectorAll("header :is(a, button, summary)")]
    .filter((control) => control.checkVisibility())
    .filter((control) => {
      const words = document.createRange();
      const texts = [...control.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      return ![
        ...[...control.querySelectorAll("*")].map((part) => part.getBoundingClientRect()),
        ...texts.map((text) => {
          words.selectNodeContents(text);
          return words.getBoundingClientRect();
        }),
      ].some(isSeen);
    })
    .map((control) => `nothing to see: “${control.textContent?.trim()}”`);
}

/** Runs in the page: texts that end outside of the window, or are cut at the side of what they stand in. */
export function listCutTexts(): string[] {
  const faults = new Set<string>();
  for (const card of document.querySelectorAll("article")) {
    // Cards far from the window have no layout that could be measured.
    card.style.contentVisibility = "visible";
  }
  /** What clips an element at its sides; null for what scrolls. */
  const findFrame = (element: Element): Element | null => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(at);
      if (/auto|scroll/.test(overflowX) || textOverflow === "ellipsis") return null;
      if (overflowX !== "visible" && at !== document.body) return at;
    }
    return document.documentElement;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!parent || parent.closest("script, style, noscript, option, svg, .visually-hidden"))
      continue;
    if (!text.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true }))
      continue;
    const frame = findFrame(parent)?.getBoundingClientRect();
    // Fields that only programs fill in, and names for screen readers, have no width.
    if (!frame || frame.width < 4) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, width } of range.getClientRects()) {
      const isCut = left < frame.left - 1 || right > frame.right + 1;
      if (isCut && width > 1) faults.add(`cut: “${text.textContent.trim().slice(0, 40)}”`);
    }
  }
  return [...faults];
}
