import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from "react";
import { daysBetween } from "../day-ranges.ts";

/** A finger held this long selects days, in whatever direction it then moves. */
const holdMs = 450;
/** Below it, a finger is taken to rest (px). */
const slopPx = 10;
/** A selection this near to the edge of the screen scrolls the page (px). */
const edgePx = 72;
const scrollStepPx = 14;
/** The click of a finger that was held comes late. */
const clickMs = 400;

interface Gesture {
  day: string;
  x: number;
  y: number;
  isTouch: boolean;
  /** It selects days; until then a finger may still scroll the page. */
  selects: boolean;
  /** It was held, or has reached another day, and so is more than a tap. */
  isLong: boolean;
}

export interface DayGestureOptions {
  area: RefObject<HTMLElement | null>;
  dayAt: (event: { clientX: number; clientY: number }) => string | null;
  /** False for a day that no selection can begin on. */
  canBegin: (day: string) => boolean;
  onBegin: (day: string) => void;
  onReach: (day: string) => void;
  /** Called with true if days were selected. */
  onEnd: (isSelected: boolean) => void;
}

/**
 * Selects days by dragging. A mouse selects at once. A finger selects when it begins sideways, or once
 * it was held; one that begins up or down scrolls the page. Taps stay clicks, and `isBusy` tells those
 * that end a selection.
 */
export function useDayGesture(options: DayGestureOptions) {
  const { area } = options;
  const gesture = useRef<Gesture | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isQuiet = useRef(false);

  useEffect(() => {
    const element = area.current;
    // React's listeners are passive, and so couldn't keep the page from scrolling.
    const hold = (event: TouchEvent) => {
      if (gesture.current?.isTouch && gesture.current.selects) event.preventDefault();
    };
    element?.addEventListener("touchmove", hold, { passive: false });
    return () => element?.removeEventListener("touchmove", hold);
  }, [area]);

  function begin(isLong: boolean) {
    const current = gesture.current;
    if (!current) return;
    clearTimeout(timer.current);
    gesture.current = { ...current, selects: true, isLong };
    options.onBegin(current.day);
  }

  function end(isDone: boolean) {
    clearTimeout(timer.current);
    const ended = gesture.current;
    gesture.current = null;
    if (!ended?.selects) return;
    const isSelected = isDone && ended.isLong;
    options.onEnd(isSelected);
    if (!isSelected) return;
    isQuiet.current = true;
    setTimeout(
      () => {
        isQuiet.current = false;
      },
      ended.isTouch ? clickMs : 0,
    );
  }

  function onPointerDown(event: PointerEvent) {
    const day = options.dayAt(event);
    if (!day || event.button !== 0 || !event.isPrimary || !options.canBegin(day)) return;
    isQuiet.current = false;
    const isTouch = event.pointerType === "touch";
    const { clientX: x, clientY: y } = event;
    gesture.current = { day, x, y, isTouch, selects: false, isLong: false };
    if (!isTouch) return begin(false);
    timer.current = setTimeout(() => {
      navigator.vibrate?.(12);
      begin(true);
    }, holdMs);
  }

  function onPointerMove(event: PointerEvent) {
    const current = gesture.current;
    if (!current) return;
    if (!current.selects) {
      const [across, down] = [
        Math.abs(event.clientX - current.x),
        Math.abs(event.clientY - current.y),
      ];
      if (Math.max(across, down) < slopPx) return;
      if (down >= across) return end(false);
      begin(true);
    }
    const day = options.dayAt(event);
    if (day && (day !== current.day || gesture.current?.isLong)) {
      if (gesture.current) gesture.current.isLong = true;
      options.onReach(day);
    }
    if (current.isTouch) scrollAtEdge(event.clientY);
  }

  return {
    isBusy: () => isQuiet.current || Boolean(gesture.current?.isLong),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: () => end(true),
      onPointerLeave: () => end(true),
      onPointerCancel: () => end(false),
      // Its menu would take the finger away.
      onContextMenu(event: MouseEvent) {
        if (gesture.current?.isTouch) event.preventDefault();
      },
    },
  };
}

function scrollAtEdge(y: number): void {
  if (y < edgePx) scrollBy(0, -scrollStepPx);
  else if (y > innerHeight - edgePx) scrollBy(0, scrollStepPx);
}

export interface DayDrag {
  from: string;
  to: string;
  marks: boolean;
}

export function applyDrag(days: Set<string>, { from, to, marks }: DayDrag): void {
  for (const day of daysBetween(from, to)) {
    if (marks) days.add(day);
    else days.delete(day);
  }
}
