import { type DragEvent, type RefObject, useEffect, useRef, useState } from "react";
import { maxPhotosPerListing } from "../../../../domain/photos/photo.ts";
import { showToast } from "../../../../platform/ui/feedback/toast.ts";
import { FieldError } from "../../../../platform/ui/forms/field.tsx";
import { Icon } from "../../../../platform/ui/icon.tsx";
import type { PhotoTray } from "../photo-tray.ts";
import styles from "./photo-picker.module.css";
import {
  useAnnouncement,
  useFailureToasts,
  useFocusAfter,
  useTray,
} from "./photo-picker-feedback.ts";
import { PhotoTile } from "./photo-tile.tsx";

export interface PhotoPickerProps {
  tray: PhotoTray;
  error?: string;
}

/** Uploads files as soon as they are chosen; without script they are sent with the form. */
export function PhotoPicker({ tray, error }: PhotoPickerProps) {
  const { photos } = useTray(tray);
  const [refusals, setRefusals] = useState<string[]>([]);
  const refused = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusals.length > 0) refused.current?.scrollIntoView({ block: "center" });
  }, [refusals]);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const said = useAnnouncement(tray);
  useFailureToasts(tray);
  const focusLater = useFocusAfter(list, photos);
  const lifted = usePhotoDrag(list, tray);

  async function take(files: readonly File[]) {
    setRefusals(await tray.add(files));
  }

  function takeFromInput() {
    if (!input.current?.files?.length) return;
    const files = [...input.current.files];
    // If it kept the files, the form would send them again.
    input.current.value = "";
    void take(files);
  }

  // Files may have been chosen, or restored by the browser, before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    tray.enter();
    takeFromInput();
    return () => tray.leave();
  }, [tray]);

  function drop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  }

  const tiles = photos.map((photo, index) => (
    <PhotoTile
      key={photo.key}
      photo={photo}
      number={index + 1}
      isLast={index === photos.length - 1}
      isLifted={photo.key === lifted}
      tray={tray}
      onRemove={() => {
        focusLater({ index, at: "remove" });
        setRefusals([]);
        tray.remove(photo.key);
      }}
      onMove={(by) => {
        focusLater({ key: photo.key, by });
        tray.move(photo.key, by);
      }}
      onTurn={async () => {
        focusLater({ index, at: "turn" });
        const failure = await tray.turn(photo.key);
        if (failure) showToast({ kind: "error", text: failure });
      }}
      onLead={() => {
        focusLater({ index, at: "lead" });
        tray.lead(photo.key);
      }}
    />
  ));

  return (
    <div className={styles.photos}>
      <ul
        className={styles.tiles}
        ref={list}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        {tiles}
        <li className={styles.add} data-field>
          <label htmlFor="images">
            <Icon name="image-plus" />
            <b>Adicionar fotos</b>
            <span className="small soft">
              {photos.length} de {maxPhotosPerListing}
            </span>
          </label>
          <input
            className="visually-hidden"
            type="file"
            id="images"
            name="images"
            accept="image/*"
            multiple
            ref={input}
            onChange={takeFromInput}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "images-error" : undefined}
          />
        </li>
      </ul>
      <FieldError id="images" message={error} />
      <div role="alert" className={styles.refusals} ref={refused}>
        {refusals.map((refusal, index) => (
          <FieldError key={refusal} id={`images-refused-${index}`} message={refusal} />
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  );
}

/** A finger held still this long lifts the photo; moving earlier scrolls the page. */
const holdMs = 280;

/** Tolerance of a held finger, and the start of a mouse drag. */
const slackPx = 7;

const edgePx = 88;
const scrollPx = 9;

interface Press {
  key: string;
  pointerId: number;
  startX: number;
  startY: number;
  x: number;
  y: number;
  isTouch: boolean;
  /** Position that Escape restores; null until the photo is lifted. */
  from: number | null;
  gripX: number;
  gripY: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Lifts a photo by mouse at once, by finger after a long press. Returns the lifted photo's key. */
function usePhotoDrag(list: RefObject<HTMLUListElement | null>, tray: PhotoTray): string | null {
  const [lifted, setLifted] = useState<string | null>(null);
  useEffect(() => {
    const shots = list.current;
    if (!shots) return;
    let press: Press | null = null;
    let frame = 0;

    const tileOf = (key: string) =>
      shots.querySelector<HTMLElement>(`[data-photo="${CSS.escape(key)}"]`);
    const placeOf = (key: string) =>
      tray.getSnapshot().photos.findIndex((photo) => photo.key === key);
    const moveTo = (key: string, place: number) => tray.move(key, place - placeOf(key));

    function down(event: PointerEvent) {
      const pic = event.target instanceof Element ? event.target.closest("[data-handle]") : null;
      const tile = pic?.closest<HTMLElement>("[data-photo]");
      const key = tile?.dataset.photo;
      if (press || !key || !event.isPrimary || event.button !== 0) return;
      const { left, top } = tile.getBoundingClientRect();
      const { pointerId, clientX: x, clientY: y } = event;
      const isTouch = event.pointerType === "touch";
      press = {
        ...{ key, pointerId, isTouch, x, y, startX: x, startY: y, from: null },
        gripX: x - left,
        gripY: y - top,
        timer: isTouch ? setTimeout(lift, holdMs) : undefined,
      };
      window.addEventListener("pointermove", drag);
      window.addEventListener("pointerup", drop);
      window.addEventListener("pointercancel", drop);
      window.addEventListener("keydown", giveUp);
    }

    function lift() {
      if (!press || tray.getSnapshot().photos.length < 2) return;
      press.from = placeOf(press.key);
      setLifted(press.key);
      frame = requestAnimationFrame(follow);
    }

    function drag(event: PointerEvent) {
      if (!press || event.pointerId !== press.pointerId) return;
      press.x = event.clientX;
      press.y = event.clientY;
      if (press.from !== null) return;
      const way = Math.hypot(press.x - press.startX, press.y - press.startY);
      if (way <= slackPx) return;
      if (press.isTouch) drop();
      else lift();
    }

    function follow() {
      if (!press) return;
      const { key, x, y, gripX, gripY } = press;
      const tile = tileOf(key);
      if (!tile) return drop();
      if (y < edgePx) window.scrollBy({ top: -scrollPx, behavior: "instant" });
      if (y > window.innerHeight - edgePx) {
        window.scrollBy({ top: scrollPx, behavior: "instant" });
      }
      const over = document
        .elementsFromPoint(x, y)
        .map((element) => element.closest<HTMLElement>("[data-photo]"))
        .find((other) => other && other !== tile && shots?.contains(other));
      if (over?.dataset.photo) moveTo(key, placeOf(over.dataset.photo));
      tile.style.translate = "none";
      const { left, top } = tile.getBoundingClientRect();
      tile.style.translate = `${x - gripX - left}px ${y - gripY - top}px`;
      frame = requestAnimationFrame(follow);
    }

    function drop(event?: PointerEvent) {
      if (!press || (event && event.pointerId !== press.pointerId)) return;
      clearTimeout(press.timer);
      cancelAnimationFrame(frame);
      const tile = tileOf(press.key);
      if (tile) tile.style.translate = "";
      press = null;
      setLifted(null);
      window.removeEventListener("pointermove", drag);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
      window.removeEventListener("keydown", giveUp);
    }

    function giveUp(event: KeyboardEvent) {
      if (event.key !== "Escape" || !press) return;
      if (press.from !== null) moveTo(press.key, press.from);
      drop();
    }

    /** Prevents scrolling, and the context menu of a long press. */
    function hold(event: Event) {
      const isMenu = event.type === "contextmenu";
      if (press && (press.from !== null || (isMenu && press.isTouch))) event.preventDefault();
    }

    shots.addEventListener("pointerdown", down);
    shots.addEventListener("touchmove", hold, { passive: false });
    shots.addEventListener("contextmenu", hold);
    return () => {
      drop();
      shots.removeEventListener("pointerdown", down);
      shots.removeEventListener("touchmove", hold);
      shots.removeEventListener("contextmenu", hold);
    };
  }, [list, tray]);
  return lifted;
}
