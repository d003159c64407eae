/** Runs in the page: pairs of controls, or of a control and a month's name, that cover a part of each other. */
export function listCollisions(): string[] {
  const boxesOf = (element: Element) => {
    // A link in running text may span lines; a caption is as wide as its table.
    if (element.tagName !== "CAPTION") return [...element.getClientRects()];
    const text = document.createRange();
    text.selectNodeContents(element);
    return [...text.getClientRects()];
  };
  /** What is left of a box within the elements that clip it, as a title does after two lines. */
  const visiblePart = (element: Element, { left, top, right, bottom }: DOMRect) => {
    const part = { left, top, right, bottom };
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(at).overflowY)) continue;
      const clip = at.getBoundingClientRect();
      part.left = Math.max(part.left, clip.left);
      part.top = Math.max(part.top, clip.top);
      part.right = Math.min(part.right, clip.right);
      part.bottom = Math.min(part.bottom, clip.bottom);
    }
    const width = Math.max(0, part.right - part.left);
    return new DOMRect(part.left, part.top, width, Math.max(0, part.bottom - part.top));
  };
  const isStuck = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
    }
    return false;
  };
  const controls = [
    ...document.querySelectorAll("a, button, input, select, textarea, summary, caption"),
  ]
    // Photos and password fields have their controls on top. Shapes of a drawing aren't boxes.
    .filter(
      (one) =>
        !one.closest(
          "[aria-roledescription], .visually-hidden, [aria-pressed][aria-label^=Mostr], svg",
        ),
    )
    .filter((one) => one.checkVisibility({ opacityProperty: true }) && !isStuck(one))
    .map((element) => ({
      element,
      boxes: boxesOf(element)
        .map((box) => visiblePart(element, box))
        .filter(({ width, height, left }) => width > 1 && height > 1 && left < innerWidth),
    }));
  const name = ({ element }: { element: Element }) =>
    element.textContent?.trim() || element.getAttribute("name") || element.outerHTML.slice(0, 80);
  const collide = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  return controls.flatMap((one, at) =>
    controls.slice(at + 1).flatMap((other) => {
      if (one.element.contains(other.element) || other.element.contains(one.element)) return [];
      return one.boxes.some((box) => other.boxes.some((another) => collide(box, another)))
        ? [`${name(one)} × ${name(other)}`]
        : [];
    }),
  );
}
