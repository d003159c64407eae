import type { SharedImage } from "../ui/shell/page-meta.ts";

/** Of the variants, in px; photos are never enlarged. */
export const photoWidths = [400, 800, 1600, 3200] as const;

export interface Photo {
  id: string;
  key: string;
  /** Of the largest variant, in px. */
  width: number;
  height: number;
  /** Of the variants, in px, ascending. */
  widths: number[];
  /** Placeholder, `#rrggbb`. */
  color: string;
  alt: string;
  /** A drawing in place of a photograph, and marked as such. */
  illustration: boolean;
  cover: boolean;
}

export const coverSize = { width: 1200, height: 630 } as const;

export const coverFile = "capa.jpg";

/** The cover, or an older photo's largest JPEG. */
export function sharedPhoto(photo: Photo, alt: string): SharedImage {
  const { key, width, height } = photo;
  return photo.cover
    ? { path: `/fotos/${key}/${coverFile}`, ...coverSize, alt }
    : { path: photoUrl(photo, width, "jpg"), width, height, alt };
}

/** A card for link previews, by its key in the object store. */
export function sharedCard(key: string, alt: string): SharedImage {
  return { path: `/fotos/${key}`, ...coverSize, alt };
}

export type PhotoFormat = "avif" | "jpg";

export function photoUrl(photo: Pick<Photo, "key">, width: number, format: PhotoFormat): string {
  return `/fotos/${photo.key}/${width}.${format}`;
}

export function largestPhotoUrl(photo: Pick<Photo, "key" | "width" | "widths">): string {
  return photoUrl(photo, photo.widths.at(-1) ?? photo.width, "jpg");
}

export function photoSrcSet(
  photo: Pick<Photo, "key" | "widths">,
  format: PhotoFormat,
  widths: readonly number[] = photo.widths,
): string {
  return widths.map((width) => `${photoUrl(photo, width, format)} ${width}w`).join(", ");
}
