import { type Photo, pictureUrls } from "../../../domain/photos/photo.ts";
import { IllustrationMark, Picture, preloadPicture } from "../../../domain/photos/picture.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./gallery.module.css";

/** Offers the widths of spec §2, and two for phones: each width of each photo weighs on the page. */
function offered(photo: Photo): Photo {
  const widths = photo.widths.filter(
    (width, nth, { length }) => nth === length - 1 || (width >= 400 && width !== 600),
  );
  return { ...photo, widths };
}

/** A strip of photos that scrolls; watch-gallery.ts turns it into the carousel of spec §9. */
export function Gallery({ photos }: { photos: readonly Photo[] }) {
  const count = photos.length;
  const [lead] = photos;
  if (!lead) return null;
  preloadPicture({ photo: offered(lead), sizes: sizesShown(lead, count) });
  return (
    <section
      className={count === 1 ? `${styles.gallery} ${styles.single}` : styles.gallery}
      aria-roledescription="carrossel"
      aria-label="Fotos do imóvel"
      data-gallery
    >
      {count > 1 && (
        <div className={styles.controls} translate="no">
          <p className={styles.count}>
            <span aria-hidden="true" data-counter>{`1 / ${count}`}</span>
          </p>
          <button type="button" className={styles.play} aria-label="Passar as fotos" data-play>
            <Icon name="play" />
          </button>
          <button
            type="button"
            className={styles.arrow}
            aria-label="Foto anterior"
            data-key="ArrowLeft"
          >
            <Icon name="arrow-left" />
          </button>
          <button
            type="button"
            className={styles.arrow}
            aria-label="Próxima foto"
            data-key="ArrowRight"
          >
            <Icon name="arrow-right" />
          </button>
        </div>
      )}
      <ol tabIndex={count > 1 ? 0 : undefined}>
        {photos.map((photo, at) => (
          <li key={photo.id} id={`foto-${at + 1}`} className={fitOf(photo)}>
            <a href={pictureUrls(photo).jpeg(photo.widths.at(-1))}>
              <Picture
                photo={offered(photo)}
                alt={photo.alt || `Foto ${at + 1} do imóvel`}
                first={at === 0}
                sizes={sizesShown(photo, count)}
              />
              <span className="visually-hidden">: ver em tela cheia</span>
            </a>
            <IllustrationMark photos={[photo]} className={styles.tag} />
            <noscript>
              <a
                className={styles.count}
                href={`#foto-${((at + 1) % count) + 1}`}
                aria-label="Próxima foto"
              >
                {`${at + 1} / ${count}`}
              </a>
            </noscript>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite" translate="no" />
    </section>
  );
}

/** Photos narrower than this are blurred when they fill the gallery; in px. */
const tinyWidth = 500;

function fitOf({ width, height }: Photo): string | undefined {
  if (width < tinyWidth) return styles.tiny;
  return width < height ? styles.tall : undefined;
}

function ratioShown({ width, height }: Photo): number {
  return Math.round(Math.min(16 / 9, Math.max(3 / 4, width / height)) * 1000) / 1000;
}

/** Sizes: the page's width on phones; from 56rem on, the photo's share of a strip 35rem high. */
function sizesShown(photo: Photo, count: number): string {
  if (count === 1) return "(min-width: 81.5rem) 77.5rem, 100vw";
  return `(min-width: 56rem) calc(min(35rem, 62vh) * ${ratioShown(photo)}), 100vw`;
}
