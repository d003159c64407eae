import type { ComponentProps } from "react";
import { preload } from "react-dom";
import { IllustrationTag } from "../ui/pictures/marks.tsx";
import { pictureUrls, type ShownPhoto } from "./photo.ts";

interface ChosenProps {
  sizes: string;
  /** Widths in px of the least and largest variant to choose from; by default, all. */
  range?: readonly [least: number, most: number] | undefined;
}

interface SmallProps {
  /** Widths in px on screens with one and two pixels per CSS pixel: for small pictures in long lists. */
  steps: readonly [plain: number, dense: number];
}

export type PictureProps = (ChosenProps | SmallProps) & {
  photo: ShownPhoto;
  /** Set for the largest picture in view at first, which {@link preloadPicture} should preload. */
  first?: boolean;
  soon?: boolean;
  /** Set if the stylesheet sizes the picture without its proportions. */
  framed?: boolean;
  /** Defaults to the photo's own text; "" if the words beside the photo say the same. */
  alt?: string;
};

/** For browsers that don't choose. */
const plainWidth = 800;

type Variants = Pick<ComponentProps<"img">, "src" | "srcSet" | "sizes">;

function chooseFrom(photo: ShownPhoto, { sizes, range = [0, Infinity] }: ChosenProps): Variants {
  const [least, most] = range;
  const fitting = photo.widths.filter((width) => width >= least && width <= most);
  const widths = fitting.length > 0 ? fitting : photo.widths;
  const urls = pictureUrls(photo);
  const srcSet = urls.set(widths);
  return { src: urls.at(upTo(plainWidth, widths)), srcSet, sizes: srcSet && sizes };
}

function chooseStep({ widths, ...photo }: ShownPhoto, { steps }: SmallProps): Variants {
  const [plain, dense] = steps.map((step) => upTo(step, widths));
  const urls = pictureUrls(photo);
  return { src: urls.at(plain), srcSet: dense && dense !== plain ? urls.dense(dense) : undefined };
}

function upTo(most: number, widths: readonly number[]): number | undefined {
  return widths.findLast((width) => width <= most) ?? widths[0];
}

/** A preload in the head starts before the markup above the picture is parsed. */
export function preloadPicture({ photo, ...choice }: ChosenProps & { photo: ShownPhoto }): void {
  const { src, srcSet, sizes } = chooseFrom(photo, choice);
  if (!src || !srcSet) return;
  preload(src, { as: "image", imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: "high" });
}

export function Picture({
  photo,
  first = false,
  soon = false,
  framed = false,
  alt = photo.alt,
  ...choice
}: PictureProps) {
  return (
    <img
      {...("steps" in choice ? chooseStep(photo, choice) : chooseFrom(photo, choice))}
      width={framed ? undefined : photo.width}
      height={framed ? undefined : photo.height}
      alt={alt}
      loading={first || soon ? undefined : "lazy"}
      fetchPriority={first ? "high" : undefined}
      data-color={photo.color}
    />
  );
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
