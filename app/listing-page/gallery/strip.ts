import {
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { carouselTransitionMs, indexAfterDrag } from "./carousel.ts";

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

/** True while the tab is in front and part of the element on the screen. */
export function useAwake(element: RefObject<HTMLElement | null>): boolean {
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    let onScreen = true;
    const update = () => setAwake(onScreen && document.visibilityState === "visible");
    const observer = new IntersectionObserver(([entry]) => {
      onScreen = entry?.isIntersecting ?? true;
      update();
    });
    if (element.current) observer.observe(element.current);
    document.addEventListener("visibilitychange", update);
    update();
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", update);
    };
  }, [element]);
  return awake;
}

interface StripEvents {
  index: number;
  count: number;
  onTouch: () => void;
  onTurn: (index: number) => void;
  /** Called after scrolling without a drag, as by a wheel; `places` are the photos' positions. */
  onScrolled: (scroll: number, places: number[], end: number) => void;
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
 * Lets a horizontal snapping strip glide to a photo and follow a finger or mouse. Spread `drag` on
 * the list. A drag doesn't click its target.
 */
export function useStrip({ index, count, onTouch, onTurn, onScrolled }: StripEvents) {
  const list = useRef<HTMLOListElement>(null);
  const frame = useRef(0);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const grip = useRef<{ x: number; y: number; scroll: number; held: boolean } | null>(null);
  const wasDragged = useRef(false);
  useEffect(
    () => () => {
      cancelAnimationFrame(frame.current);
      clearTimeout(rest.current);
    },
    [],
  );

  function glide(to: number, { isAtOnce = false } = {}) {
    const element = list.current;
    if (!element) return;
    cancelAnimationFrame(frame.current);
    const from = element.scrollLeft;
    const end = element.scrollWidth - element.clientWidth;
    const way = Math.min(placesOf(element)[to] ?? 0, end) - from;
    const duration = isAtOnce || prefersStillness() ? 0 : carouselTransitionMs;
    const start = performance.now();
    // Snapping would pull the strip back between frames.
    element.style.scrollSnapType = "none";
    function step(now: number) {
      if (!element) return;
      const time = duration === 0 ? 1 : Math.min(1, Math.max(0, now - start) / duration);
      element.scrollLeft = from + way * easeOut(time);
      if (time < 1) {
        frame.current = requestAnimationFrame(step);
        return;
      }
      frame.current = 0;
      element.style.scrollSnapType = "";
    }
    frame.current = requestAnimationFrame(step);
  }

  function letGo(event: ReactPointerEvent, turns: boolean) {
    const held = grip.current;
    grip.current = null;
    if (!held?.held) return;
    wasDragged.current = true;
    const dx = turns ? event.clientX - held.x : 0;
    const to = indexAfterDrag(index, dx, count);
    if (to === index) glide(index);
    else onTurn(to);
  }

  const drag = {
    onPointerDown(event: ReactPointerEvent) {
      onTouch();
      wasDragged.current = false;
      if (!event.isPrimary || event.button !== 0 || count < 2 || !list.current) return;
      const { clientX: x, clientY: y } = event;
      grip.current = { x, y, scroll: list.current.scrollLeft, held: false };
    },
    onPointerMove(event: ReactPointerEvent) {
      const held = grip.current;
      const element = list.current;
      if (!held || !element || !event.isPrimary) return;
      const dx = event.clientX - held.x;
      if (!held.held) {
        if (Math.abs(dx) < dragStartPx || Math.abs(dx) < Math.abs(event.clientY - held.y)) return;
        held.held = true;
        cancelAnimationFrame(frame.current);
        frame.current = 0;
        element.setPointerCapture(event.pointerId);
        element.style.scrollSnapType = "none";
      }
      element.scrollLeft = held.scroll - dx;
    },
    onPointerUp: (event: ReactPointerEvent) => letGo(event, true),
    onPointerCancel: (event: ReactPointerEvent) => letGo(event, false),
    /** Suppresses the click at the end of a mouse drag. Clicks by keyboard have no detail. */
    onClickCapture(event: ReactMouseEvent) {
      if (!wasDragged.current || event.detail === 0) return;
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onWheel(event: { deltaX: number }) {
      if (event.deltaX !== 0) onTouch();
    },
    onScroll() {
      if (frame.current !== 0 || grip.current?.held) return;
      clearTimeout(rest.current);
      rest.current = setTimeout(() => {
        const element = list.current;
        if (!element || frame.current !== 0 || grip.current?.held) return;
        const places = placesOf(element);
        const end = element.scrollWidth - element.clientWidth;
        const arrived = Math.min(places[index] ?? 0, end);
        if (Math.abs(element.scrollLeft - arrived) < 2) return;
        onScrolled(element.scrollLeft, places, end);
      }, restMs);
    },
  };

  return { list, glide, drag };
}
