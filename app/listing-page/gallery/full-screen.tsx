import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ShownPhoto } from "../../photos/photo.ts";
import { IllustrationMark, Picture } from "../../photos/picture.tsx";
import { keepFocus } from "../../ui/feedback/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { leaveByBack, useBack } from "./back-closes.ts";
import { indexAtScroll, indexForKey, nextIndex, previousIndex } from "./carousel.ts";
import styles from "./full-screen.module.css";
import { useStrip } from "./strip.ts";

export interface FullScreenProps {
  photos: readonly ShownPhoto[];
  from: number;
  onClose: (index: number) => void;
}

/** Loads only the current photo and its neighbours. */
export function FullScreen({ photos, from, onClose }: FullScreenProps) {
  const count = photos.length;
  const [index, setIndex] = useState(from);
  const [announced, setAnnounced] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const isZoomed = useZoomed();
  useBack(() => onClose(index));

  function turn(to: number) {
    setIndex(to);
    strip.glide(to, { isAtOnce: Math.abs(to - index) > 1 });
    setAnnounced(`Foto ${to + 1} de ${count}`);
  }
  const strip = useStrip({
    index,
    count,
    onTouch: () => undefined,
    onTurn: turn,
    onScrolled: (scroll, places, end) => setIndex(indexAtScroll(scroll, places, end)),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    const list = strip.list.current;
    if (list) list.scrollLeft = from * list.clientWidth;
    return () => element.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.screen}
      data-zoomed={isZoomed}
      aria-label="Fotos do imóvel em tela cheia"
      onClose={() => {
        if (!dialog.current?.open && !leaveByBack()) onClose(index);
      }}
      onKeyDown={(event) => {
        if (event.key === "Tab") keepFocus(event, event.currentTarget);
        if (event.altKey || event.ctrlKey || event.metaKey || count === 1) return;
        const to = indexForKey(event.key, index, count);
        if (to === null) return;
        event.preventDefault();
        turn(to);
      }}
    >
      <form method="dialog" className={styles.close}>
        <button type="submit" aria-label="Fechar">
          <Icon name="x" />
        </button>
      </form>
      <ol
        ref={strip.list}
        tabIndex={count > 1 ? 0 : undefined}
        onDragStart={(event) => event.preventDefault()}
        {...(isZoomed ? null : strip.drag)}
      >
        {photos.map((photo, at) => (
          <li
            key={photo.id}
            aria-hidden={at !== index}
            style={{ "--ratio": photo.width / photo.height }}
          >
            <MountWhenNear isNear={Math.abs(at - index) <= 1}>
              <Picture
                photo={photo}
                alt={photo.alt || `Foto ${at + 1} do imóvel`}
                soon
                sizes={sizesShown(photo)}
              />
              <IllustrationMark photos={[photo]} className={styles.tag} />
            </MountWhenNear>
          </li>
        ))}
      </ol>
      {count > 1 && (
        <>
          <button
            type="button"
            className={styles.previous}
            aria-label="Foto anterior"
            onClick={() => turn(previousIndex(index, count))}
          >
            <Icon name="arrow-left" />
          </button>
          <button
            type="button"
            className={styles.next}
            aria-label="Próxima foto"
            onClick={() => turn(nextIndex(index, count))}
          >
            <Icon name="arrow-right" />
          </button>
          <p className={styles.count} aria-hidden="true">
            {index + 1} / {count}
          </p>
        </>
      )}
      <p className="visually-hidden" aria-live="polite">
        {announced}
      </p>
    </dialog>
  );
}

/** Mounts its children on first approach and keeps them mounted. */
function MountWhenNear({ isNear, children }: { isNear: boolean; children: ReactNode }) {
  const [wasNear, setWasNear] = useState(isNear);
  if (isNear && !wasNear) setWasNear(true);
  return wasNear ? children : null;
}

/** While the page is pinch-zoomed, one finger pans instead of turning photos. */
function useZoomed(): boolean {
  const [isZoomed, setIsZoomed] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    const update = () => setIsZoomed((viewport?.scale ?? 1) > 1.01);
    update();
    viewport?.addEventListener("resize", update);
    return () => viewport?.removeEventListener("resize", update);
  }, []);
  return isZoomed;
}

/** Sizes that fit the screen; in landscape the arrows need space on both sides. */
function sizesShown({ width, height }: ShownPhoto): string {
  const byHeight = `${Math.ceil((100 * width) / height)}vh`;
  return `(orientation: landscape) min(100vw - 9rem, ${byHeight}), min(100vw, ${byHeight})`;
}
