import { preload } from "react-dom";
import { IllustrationTag } from "../ui/pictures/marks.tsx";
import { type Photo, photoSrcSet, photoUrl } from "./photo.ts";

export interface PictureProps {
  photo: Photo;
  sizes: string;
  /** Set for the largest picture in view at first: it is preloaded, with high priority. */
  first?: boolean;
  soon?: boolean;
  /** Set for small pictures: width in px of the largest AVIF variant, beside a single JPEG. */
  most?: number;
  /** Defaults to the photo's own text; "" if the words beside the photo say the same. */
  alt?: string;
}

const plainWidth = 800;

export function Picture({
  photo,
  sizes,
  first = false,
  soon = false,
  most,
  alt = photo.alt,
}: PictureProps) {
  const { widths } = photo;
  const plain = widths.findLast((width) => width <= plainWidth) ?? widths[0];
  const fitting = widths.filter((width) => most === undefined || width <= most);
  const avif = photoSrcSet(photo, "avif", fitting.length > 0 ? fitting : widths);
  if (first && avif) {
    // A preload in the head starts before the markup above it is parsed.
    preload(photoUrl(photo, plain, "avif"), {
      as: "image",
      type: "image/avif",
      imageSrcSet: avif,
      imageSizes: sizes,
      fetchPriority: "high",
    });
  }
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        src={photoUrl(photo, plain, "jpg")}
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
  className?: string;
}

export function IllustrationMark({ photos, className }: IllustrationMarkProps) {
  return photos.some((photo) => photo.illustration) ? (
    <IllustrationTag className={className} />
  ) : null;
}
