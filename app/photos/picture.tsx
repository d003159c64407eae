import { preload } from "react-dom";
import { IllustrationTag } from "../ui/pictures/marks.tsx";
import { type Photo, photoSrcSet, photoUrl } from "./photo.ts";

export interface PictureProps {
  photo: Photo;
  sizes: string;
  /** Set for the largest picture in view at first, which {@link preloadPicture} should preload. */
  first?: boolean;
  soon?: boolean;
  /** Set for small pictures: widths in px of the least and largest AVIF variant, beside a single JPEG. */
  range?: readonly [least: number, most: number];
  /** Defaults to the photo's own text; "" if the words beside the photo say the same. */
  alt?: string;
}

const plainWidth = 800;

function variantsOf({ photo, range = [0, Infinity] }: Pick<PictureProps, "photo" | "range">) {
  const { widths } = photo;
  const [least, most] = range;
  const plain = widths.findLast((width) => width <= plainWidth) ?? widths[0];
  const fitting = widths.filter((width) => width >= least && width <= most);
  return { plain, avif: photoSrcSet(photo, "avif", fitting.length > 0 ? fitting : widths) };
}

/** A preload in the head starts before the markup above the picture is parsed. */
export function preloadPicture(picture: Pick<PictureProps, "photo" | "sizes" | "range">): void {
  const { plain, avif } = variantsOf(picture);
  if (!avif) return;
  preload(photoUrl(picture.photo, plain, "avif"), {
    as: "image",
    type: "image/avif",
    imageSrcSet: avif,
    imageSizes: picture.sizes,
    fetchPriority: "high",
  });
}

export function Picture({
  photo,
  sizes,
  first = false,
  soon = false,
  range,
  alt = photo.alt,
}: PictureProps) {
  const { plain, avif } = variantsOf({ photo, range });
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        src={photoUrl(photo, plain, "jpg")}
        srcSet={range ? undefined : photoSrcSet(photo, "jpg")}
        sizes={range ? undefined : sizes}
        width={photo.width}
        height={photo.height}
        alt={alt}
        loading={first || soon ? "eager" : "lazy"}
        fetchPriority={first ? "high" : undefined}
        decoding={first ? undefined : "async"}
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
