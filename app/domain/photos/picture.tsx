import { preload } from "react-dom";
import { IllustrationTag } from "../../platform/ui/pictures/marks.tsx";
import { pictureUrls, type ShownPhoto } from "./photo.ts";

interface Choice {
  photo: ShownPhoto;
  /** If missing, the least width of the range serves 1× screens, and the largest 2× ones. */
  sizes?: string;
  /** Widths in px of the least and largest variant to choose from; by default, all. */
  range?: readonly [least: number, most: number] | undefined;
}

export interface PictureProps extends Choice {
  /** Set for the largest picture in view at first, which {@link preloadPicture} should preload. */
  first?: boolean;
  soon?: boolean;
  /** Set if the stylesheet sizes the picture without its proportions. */
  framed?: boolean;
  /** Defaults to the photo's own text; "" if the words beside the photo say the same. */
  alt?: string;
}

/** Width in px for browsers that ignore `srcset`. */
const plainWidth = 800;

function choose({ photo, sizes, range: [least, most] = [0, Infinity] }: Choice) {
  const urls = pictureUrls(photo);
  const fitting = photo.widths.filter((width) => width >= least && width <= most);
  const widths = fitting.length > 0 ? fitting : photo.widths;
  if (!sizes) return { src: urls.at(widths[0]), srcSet: urls.dense(widths.slice(1)) };
  const plain = widths.findLast((width) => width <= plainWidth) ?? widths[0];
  const srcSet = urls.set(widths);
  return { src: urls.at(plain), srcSet, sizes: srcSet && sizes };
}

/** A preload in the head starts before the markup above the picture is parsed. */
export function preloadPicture(choice: Choice): void {
  const { src, srcSet, sizes } = choose(choice);
  if (!srcSet) return;
  preload(src, { as: "image", imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: "high" });
}

export function Picture({
  first = false,
  soon = false,
  framed = false,
  alt,
  ...choice
}: PictureProps) {
  const { photo } = choice;
  return (
    <img
      {...choose(choice)}
      width={framed ? undefined : photo.width}
      height={framed ? undefined : photo.height}
      alt={alt ?? photo.alt}
      loading={first || soon ? undefined : "lazy"}
      fetchPriority={first ? "high" : undefined}
      data-color={shortColor(photo.color)}
    />
  );
}

/** Twelve of its bits are enough for what stands in for a photo while it loads. */
function shortColor(color: string): string {
  return color.replace(/\w\w/g, (two) => Math.round(Number(`0x${two}`) / 17).toString(16));
}

export interface IllustrationMarkProps {
  photos: readonly Pick<ShownPhoto, "illustration">[];
  className?: string;
}

export function IllustrationMark({ photos, className }: IllustrationMarkProps) {
  return photos.some((photo) => photo.illustration) ? (
    <IllustrationTag className={className} />
  ) : null;
}
