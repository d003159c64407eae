import { carouselTransitionMs, indexAfterDrag, indexAtScroll } from "./carousel.ts";

export function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
}

/** True if photos that nobody asked for would cost money or patience; only Chromium knows. */
export function isDataExpensive(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  const { saveData, effectiveType = "4g", type } = connection ?? {};
  return saveData === true || effectiveType !== "4g" || type === "cellular";
}

interface StripEvents {
  /** The photo shown. */
  index: () => number;
  onTouch?: () => void;
  /** A drag has turned to another photo. */
  onTurn: (index: number) => void;
  /** The strip was scrolled without a drag, as by a wheel. */
  onScrolled: (index: number) => void;
  /** True while drags aren't the strip's. */
  isOff?: () => boolean;
}

const dragStartPx = 6;

const restMs = 120;

const easeOut = (time: number) => 1 - (1 - time) ** 3;

function placesOf(list: HTMLElement): number[] {
  const items = [...list.children] as HTMLElement[];
  const start = items[0]?.offsetLeft ?? 0;
  return items.map((item) => item.offsetLeft - start);
}

/**
 * Lets a horizontal snapping strip follow a finger or mouse; a drag doesn't click its target. Returns a function
 * that lets it glide to a photo.
 */
export function watchStrip(
  list: HTMLElement,
  { index, onTouch, onTurn, onScrolled, isOff = () => false }: StripEvents,
) {
  const count = list.children.length;
  let frame = 0;
  let rest: ReturnType<typeof setTimeout>;
  let grip: { x: number; y: number; scroll: number; held: boolean } | null = null;
  let wasDragged = false;

  function glide(to: number, { isAtOnce = false } = {}): void {
    cancelAnimationFrame(frame);
    const from = list.scrollLeft;
    const end = list.scrollWidth - list.clientWidth;
    const way = Math.min(placesOf(list)[to] ?? 0, end) - from;
    const duration = isAtOnce || prefersStillness() ? 0 : carouselTransitionMs;
    const start = performance.now();
    // Snapping would pull the strip back between frames.
    list.style.scrollSnapType = "none";
    function step(now: number) {
      const time = duration === 0 ? 1 : Math.min(1, Math.max(0, now - start) / duration);
      list.scrollLeft = from + way * easeOut(time);
      if (time < 1) {
        frame = requestAnimationFrame(step);
        return;
      }
      frame = 0;
      list.style.scrollSnapType = "";
    }
    frame = requestAnimationFrame(step);
  }

  function letGo(dx: number): void {
    const held = grip;
    grip = null;
    if (!held?.held) return;
    wasDragged = true;
    const to = indexAfterDrag(index(), dx, count);
    if (to === index()) glide(to);
    else onTurn(to);
  }

  list.addEventListener("pointerdown", (event) => {
    if (isOff()) return;
    onTouch?.();
    wasDragged = false;
    if (!event.isPrimary || event.button !== 0 || count < 2) return;
    grip = { x: event.clientX, y: event.clientY, scroll: list.scrollLeft, held: false };
  });
  list.addEventListener("pointermove", (event) => {
    if (!grip || !event.isPrimary) return;
    const dx = event.clientX - grip.x;
    if (!grip.held) {
      if (Math.abs(dx) < dragStartPx || Math.abs(dx) < Math.abs(event.clientY - grip.y)) return;
      grip.held = true;
      cancelAnimationFrame(frame);
      frame = 0;
      list.setPointerCapture(event.pointerId);
      list.style.scrollSnapType = "none";
    }
    list.scrollLeft = grip.scroll - dx;
  });
  list.addEventListener("pointerup", ({ clientX }) => letGo(grip ? clientX - grip.x : 0));
  list.addEventListener("pointercancel", () => letGo(0));
  // Suppresses the click at the end of a mouse drag. Clicks by keyboard have no detail.
  list.addEventListener(
    "click",
    (event) => {
      if (!wasDragged || event.detail === 0) return;
      wasDragged = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  // A photo is swiped, not carried off.
  list.addEventListener("dragstart", (event) => event.preventDefault());
  list.addEventListener("wheel", ({ deltaX }) => deltaX !== 0 && onTouch?.(), { passive: true });
  list.addEventListener("scroll", () => {
    if (frame !== 0 || grip?.held) return;
    clearTimeout(rest);
    rest = setTimeout(() => {
      if (frame !== 0 || grip?.held) return;
      const places = placesOf(list);
      const end = list.scrollWidth - list.clientWidth;
      const arrived = Math.min(places[index()] ?? 0, end);
      if (Math.abs(list.scrollLeft - arrived) < 2) return;
      onScrolled(indexAtScroll(list.scrollLeft, places, end));
    }, restMs);
  });
  return glide;
}
