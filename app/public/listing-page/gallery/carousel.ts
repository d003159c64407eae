/** The interval of spec §9. */
export const carouselIntervalMs = 5000;

/** The shortest drag that turns to another photo (spec §9). */
const carouselSwipePx = 40;

/** The transition of spec §9. */
export const carouselTransitionMs = 300;

export function nextIndex(index: number, count: number): number {
  return (index + 1) % count;
}

export function previousIndex(index: number, count: number): number {
  return (index - 1 + count) % count;
}

/** Index after a drag by `dx` px, which is negative to the left; doesn't wrap around. */
export function indexAfterDrag(index: number, dx: number, count: number): number {
  if (dx <= -carouselSwipePx) return Math.min(index + 1, count - 1);
  if (dx >= carouselSwipePx) return Math.max(index - 1, 0);
  return index;
}

export function indexForKey(key: string, index: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return nextIndex(index, count);
    case "ArrowLeft":
      return previousIndex(index, count);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** The photo nearest to the scroll position; the last one at its end. */
export function indexAtScroll(scroll: number, places: readonly number[], end: number): number {
  if (scroll >= end - 1) return places.length - 1;
  let nearest = 0;
  for (const [index, place] of places.entries()) {
    if (Math.abs(place - scroll) < Math.abs((places[nearest] ?? 0) - scroll)) nearest = index;
  }
  return nearest;
}
