/** How long a photo stays while the gallery advances by itself, in ms (spec §9). */
export const carouselIntervalMs = 5000;

/** How far a drag must go to turn to the next photo, in px (spec §9). */
export const carouselSwipePx = 40;

/** How long it takes to get from a photo to the next, in ms (spec §9). */
export const carouselTransitionMs = 300;

/** The photo after this one; after the last comes the first. */
export function nextIndex(index: number, count: number): number {
  return (index + 1) % count;
}

/** The photo before this one; before the first comes the last. */
export function previousIndex(index: number, count: number): number {
  return (index - 1 + count) % count;
}

/**
 * The photo a drag of `dx` px (to the left: negative) ends on: the next or the previous from
 * {@link carouselSwipePx} on, else the same. A drag does not go round the ends.
 */
export function indexAfterDrag(index: number, dx: number, count: number): number {
  if (dx <= -carouselSwipePx) return Math.min(index + 1, count - 1);
  if (dx >= carouselSwipePx) return Math.max(index - 1, 0);
  return index;
}

/** The photo a key leads to; null for a key that leads nowhere. */
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

/** The photo whose place is nearest to where the strip was scrolled; the last one at its end. */
export function indexAtScroll(scroll: number, places: readonly number[], end: number): number {
  if (scroll >= end - 1) return places.length - 1;
  let nearest = 0;
  for (const [index, place] of places.entries()) {
    if (Math.abs(place - scroll) < Math.abs((places[nearest] ?? 0) - scroll)) nearest = index;
  }
  return nearest;
}
