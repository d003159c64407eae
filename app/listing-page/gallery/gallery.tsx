import { type MouseEvent, useEffect, useRef, useState } from "react";
import { pictureUrls, type ShownPhoto } from "../../photos/photo.ts";
import { IllustrationMark, Picture, preloadPicture } from "../../photos/picture.tsx";
import { Icon } from "../../ui/icon.tsx";
import {
  carouselIntervalMs,
  indexAtScroll,
  indexForKey,
  nextIndex,
  previousIndex,
} from "./carousel.ts";
import styles from "./gallery.module.css";
import { isDataExpensive, prefersStillness, useAwake, useStrip } from "./strip.ts";

type FullScreen = typeof import("./full-screen.tsx").FullScreen;

/** Offers the widths of spec §2, and two for phones: each width of each photo weighs on the page. */
function offered(photo: ShownPhoto): ShownPhoto {
  const widths = photo.widths.filter(
    (width, nth, { length }) => nth === length - 1 || (width >= 400 && width !== 600),
  );
  return { ...photo, widths };
}

/**
 * A strip of photos that scrolls and, given script, turns by drag, keys and buttons, and
 * automatically until the first touch. A tap opens a photo full screen.
 */
export function Gallery({ photos }: { photos: readonly ShownPhoto[] }) {
  const count = photos.length;
  const [index, setIndex] = useState(0);
  const [ready, setReady] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [announced, setAnnounced] = useState("");
  const [large, setLarge] = useState<{ FullScreen: FullScreen; from: number } | null>(null);
  const film = useRef<HTMLElement>(null);
  const awake = useAwake(film);

  function turn(to: number) {
    setPlaying(false);
    setIndex(to);
    strip.glide(to);
    if (strip.list.current?.querySelector("a:focus")) focusPhoto(to);
    setAnnounced(`Foto ${to + 1} de ${count}`);
  }
  function focusPhoto(at: number) {
    const link = strip.list.current?.children[at]?.querySelector("a");
    link?.focus({ preventScroll: true });
  }
  function enlarge(event: MouseEvent<HTMLAnchorElement>, from: number) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setPlaying(false);
    const { href } = event.currentTarget;
    import("./full-screen.tsx").then(
      ({ FullScreen }) => setLarge({ FullScreen, from }),
      () => location.assign(href),
    );
  }
  function shrink(at: number) {
    setLarge(null);
    setIndex(at);
    strip.glide(at, { isAtOnce: true });
    focusPhoto(at);
  }
  const strip = useStrip({
    index,
    count,
    onTouch: () => setPlaying(false),
    onTurn: turn,
    onScrolled: (scroll, places, end) => setIndex(indexAtScroll(scroll, places, end)),
  });

  useEffect(() => {
    setReady(true);
    setPlaying(count > 1 && !prefersStillness() && !isDataExpensive());
  }, [count]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new photo restarts the timer
  useEffect(() => {
    if (!playing || !awake) return;
    const timer = setTimeout(() => {
      const to = nextIndex(index, count);
      setIndex(to);
      strip.glide(to);
    }, carouselIntervalMs);
    return () => clearTimeout(timer);
  }, [playing, awake, index, count]);

  const [lead] = photos;
  if (!lead) return null;
  preloadPicture({ photo: offered(lead), sizes: sizesShown(lead, count) });
  return (
    <>
      <section
        ref={film}
        className={count === 1 ? `${styles.gallery} ${styles.single}` : styles.gallery}
        aria-roledescription="carrossel"
        aria-label="Fotos do imóvel"
        onFocus={({ target }) => {
          if (!target.hasAttribute("data-play")) setPlaying(false);
        }}
        onKeyDown={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const to = indexForKey(event.key, index, count);
          if (to === null || count === 1) return;
          event.preventDefault();
          turn(to);
        }}
      >
        {count > 1 && (
          <div className={styles.controls}>
            <p className={styles.count}>
              <span aria-hidden="true">{`${index + 1} / ${count}`}</span>
            </p>
            <button
              type="button"
              className={styles.play}
              data-play
              aria-label={playing ? "Pausar as fotos" : "Passar as fotos"}
              onClick={() => setPlaying(!playing)}
            >
              {playing ? <Icon name="pause" /> : <Icon name="play" />}
            </button>
            <button
              type="button"
              className={styles.arrow}
              aria-label="Foto anterior"
              onClick={() => turn(previousIndex(index, count))}
            >
              <Icon name="arrow-left" />
            </button>
            <button
              type="button"
              className={styles.arrow}
              aria-label="Próxima foto"
              onClick={() => turn(nextIndex(index, count))}
            >
              <Icon name="arrow-right" />
            </button>
          </div>
        )}
        <ol
          ref={strip.list}
          tabIndex={count > 1 ? 0 : undefined}
          data-ready={ready || undefined}
          // A photo is swiped, not carried off.
          onDragStart={(event) => event.preventDefault()}
          {...strip.drag}
        >
          {photos.map((photo, at) => (
            <li key={photo.id} id={`foto-${at + 1}`} className={fitOf(photo)}>
              <a
                href={pictureUrls(photo).jpeg(photo.widths.at(-1))}
                tabIndex={ready && at !== index ? -1 : undefined}
                onClick={(event) => enlarge(event, at)}
              >
                <Picture
                  photo={offered(photo)}
                  alt={photo.alt || `Foto ${at + 1} do imóvel`}
                  first={at === 0}
                  soon={ready && at > 0 && Math.abs(at - index) <= 1}
                  sizes={sizesShown(photo, count)}
                />
                <span className="visually-hidden">: ver em tela cheia</span>
              </a>
              <IllustrationMark photos={[photo]} className={styles.tag} />
              <noscript>
                <a
                  className={styles.count}
                  href={`#foto-${nextIndex(at, count) + 1}`}
                  aria-label="Próxima foto"
                >
                  {`${at + 1} / ${count}`}
                </a>
              </noscript>
            </li>
          ))}
        </ol>
        <p className="visually-hidden" aria-live="polite">
          {announced}
        </p>
      </section>
      {large && <large.FullScreen photos={photos} from={large.from} onClose={shrink} />}
    </>
  );
}

/** Photos narrower than this are blurred when they fill the gallery; in px. */
const tinyWidth = 500;

function fitOf({ width, height }: ShownPhoto): string | undefined {
  if (width < tinyWidth) return styles.tiny;
  return width < height ? styles.tall : undefined;
}

function ratioShown({ width, height }: ShownPhoto): number {
  return Math.round(Math.min(16 / 9, Math.max(3 / 4, width / height)) * 1000) / 1000;
}

/** Sizes: the page's width on phones; from 56rem on, the photo's share of a strip 35rem high. */
function sizesShown(photo: ShownPhoto, count: number): string {
  if (count === 1) return "(min-width: 81.5rem) 77.5rem, 100vw";
  return `(min-width: 56rem) calc(min(35rem, 62vh) * ${ratioShown(photo)}), 100vw`;
}
