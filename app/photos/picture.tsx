import { preload } from "react-dom";
import { IllustrationTag } from "../ui/pictures/marks.tsx";
import { type Photo, photoSrcSet, photoUrl } from "./photo.ts";

export interface PictureProps {
  photo: Photo;
  /** The width it takes on the page, as of the HTML attribute. */
  sizes: string;
  /** For the first thing seen: asked for at once, before what is below. */
  first?: boolean;
  /** Asked for before it is near. */
  soon?: boolean;
  /**
   * Shown small: no variant wider than this many px is offered, and for browsers without AVIF one
   * JPEG is enough.
   */
  most?: number;
  /** Without one, what the photo says of itself; "" where the words beside it say the same. */
  alt?: string;
}

/** The JPEG for browsers that know no `srcset`, and the one for small pictures, px. */
const plainWidth = 800;

/** A stored photo in the sizes there are. Its colour holds the place until it comes. */
export function Picture({
  photo,
  sizes,
  first = false,
  soon = false,
  most,
  alt = photo.alt,
}: PictureProps) {
  const plain = photo.widths.findLast((width) => width <= plainWidth) ?? photo.widths[0];
  const fitting = photo.widths.filter((width) => most === undefined || width <= most);
  const avif = photoSrcSet(photo, "avif", fitting.length > 0 ? fitting : photo.widths.slice(0, 1));
  if (first) {
    // Named in the head, it is asked for before what stands above it.
    preload(photoUrl(photo, plain ?? photo.width, "avif"), {
      as: "image",
      type: "image/avif",
      imageSrcSet: avif,
      imageSizes: sizes,
      fetchPriority: "high",
    });
  }
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        src={photoUrl(photo, plain ?? photo.width, "jpg")}
        srcSet={most ? undefined : photoSrcSet(photo, "jpg")}
        sizes={most ? undefined : sizes}
        width={photo.width}
        height={photo.height}
        alt={alt}
        loading={first || soon ? "eager" : "lazy"}
        fetchPriority={first ? "high" : undefined}
        decoding={first ? undefined : "async"}
        draggable={false}
        data-color={photo.color}
      />
    </picture>
  );
}

export interface IllustrationMarkProps {
  photos: readonly Photo[];
  /** Positions the mark. */
  className?: string;
}

/** Marks photos of which at least one is a drawing. */
export function IllustrationMark({ photos, className }: IllustrationMarkProps) {
  return photos.some((photo) => photo.illustration) ? (
    <IllustrationTag className={className} />
  ) : null;
}
