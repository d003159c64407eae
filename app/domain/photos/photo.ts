import type { SharedImage } from "../../platform/ui/shell/page-meta.ts";

/** Widths of the variants in px, in steps of 1.5× up to 1600; photos are never enlarged. */
export const photoWidths = [180, 270, 400, 600, 800, 1200, 1600, 3200] as const;

/** Width in px of the variant made first, which is enough to publish with. */
export const firstWidth = 800;

/** Stands in for a photo without any variants yet. */
const pendingPicture = "/ilustracoes/foto-em-preparo.svg";

export interface Photo {
  id: string;
  key: string;
  /** Size in px of the largest variant, once all are made. */
  width: number;
  height: number;
  /** Widths in px of the variants made so far, ascending. */
  widths: number[];
  /** Placeholder colour, `#rrggbb`. */
  color: string;
  alt: string;
  /** True for a drawing in place of a photograph, which is marked as such. */
  illustration: boolean;
  cover: boolean;
}

/** A photo without the fields that only the server needs. */
export type ShownPhoto = Omit<Photo, "key" | "cover">;

export const coverSize = { width: 1200, height: 630 } as const;

export const coverFile = "capa.jpg";

/** The cover as a shared picture; undefined until it is made. */
export function sharedPhoto({ key, cover }: Photo, alt: string): SharedImage | undefined {
  return cover ? { path: `/fotos/${key}/${coverFile}`, ...coverSize, alt } : undefined;
}

export type PhotoFormat = "avif" | "jpg";

/** URL of a variant; without a width, of the picture for photos in preparation. */
export function photoUrl(
  photo: Pick<Photo, "key">,
  width: number | undefined,
  format: PhotoFormat,
): string {
  return width ? `/fotos/${photo.key}/${width}.${format}` : pendingPicture;
}

/**
 * Addresses of a photo in a page, each of which answers with the best format that the browser takes. Without
 * widths the set is undefined, and `at` is the picture for photos in preparation.
 */
export function pictureUrls({ id }: Pick<Photo, "id">) {
  const folder = `/fotos/${shortenId(id)}`;
  return {
    at: (width: number | undefined) => (width ? `${folder}/${width}` : pendingPicture),
    set: (widths: readonly number[]) =>
      widths.map((width) => `${folder}/${width} ${width}w`).join(",") || undefined,
    dense: (widths: readonly number[]) => widths.map((width) => `${folder}/${width} 2x`).at(-1),
    jpeg: (width: number | undefined) => (width ? `${folder}/${width}.jpg` : pendingPicture),
  };
}

/**
 * A photo's id as its address in pages has it: in base64, 22 letters and digits instead of 36 (docs/decisions/014).
 * One that is short already, as favourites keep it, stays as it is.
 */
export function shortenId(id: string): string {
  if (id.length < 36) return id;
  const bytes = id
    .replaceAll("-", "")
    .replace(/../g, (two) => String.fromCharCode(Number(`0x${two}`)));
  return btoa(bytes).slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * The least and the greatest id that a photo's address may mean: the same one, unless the address is from
 * version 1.0.0, which had the first half of the id alone, in 11 letters.
 */
export function idRange(short: string): [least: string, greatest: string] {
  const bytes = atob(short.replaceAll("-", "+").replaceAll("_", "/"));
  const digits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0"));
  const toId = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return [toId(digits.join("").padEnd(32, "0")), toId(digits.join("").padEnd(32, "f"))];
}
