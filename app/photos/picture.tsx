import { preload } from "react-dom";
import { IllustrationTag } from "../ui/pictures/marks.tsx";
import { type Photo, pictureUrls } from "./photo.ts";

export interface PictureProps {
  photo: Photo;
  sizes: string;
  /** Set for the largest picture in view at first, which {@link preloadPicture} should preload. */
  first?: boolean;
  soon?: boolean;
  /** Widths in px of the least and largest variant to choose from; by default, all. */
  range?: readonly [least: number, most: number];
  /** Defaults to the photo's own text; "" if the words beside the photo say the same. */
  alt?: string;
}

/** For browsers that don't choose. */
const plainWidth = 800;

function variantsOf({ photo, range = [0, Infinity] }: Pick<PictureProps, "photo" | "range">) {
  const [least, most] = range;
  const fitting = photo.widths.filter((width) => width >= least && width <= most);
  const widths = fitting.length > 0 ? fitting : photo.widths;
  const urls = pictureUrls(photo);
  const plain = widths.findLast((width) => width <= plainWidth) ?? widths[0];
  return { src: urls.at(plain), srcSet: urls.set(widths) };
}

/** A preload in the head starts before the markup above the picture is parsed. */
export function preloadPicture(picture: Pick<PictureProps, "photo" | "sizes" | "range">): void {
  const { src, srcSet } = variantsOf(picture);
  if (!srcSet) return;
  preload(src, {
    as: "image",
    imageSrcSet: srcSet,
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
  const { src, srcSet } = variantsOf({ photo, range });
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      width={photo.width}
      height={photo.height}
      alt={alt}
      loading={first || soon ? undefined : "lazy"}
      fetchPriority={first ? "high" : undefined}
      decoding={first ? undefined : "async"}
      data-color={photo.color}
    />
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
