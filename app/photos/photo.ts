import type { SharedImage } from "../ui/shell/page-meta.ts";

/** The widths, in px, in which a photo is kept; a photo is never enlarged. */
export const photoWidths = [400, 800, 1600, 3200] as const;

/** Photos of one listing at most (spec §9). */
export const maxPhotosPerListing = 10;

/** The largest file taken in, in bytes. */
export const maxPhotoBytes = 25 * 1024 * 1024;

/** Files up to this many bytes go in a single request (spec §9). */
export const singleRequestBytes = 262_144;

/** The sentence for a photo too many. */
export const tooManyPhotosMessage = `Cada anúncio leva até ${maxPhotosPerListing} fotos.`;

/** The sentence for a file over {@link maxPhotoBytes}. */
export const photoTooLargeMessage = "A foto passa de 25 MB. Escolha uma menor.";

/** The sentence for a file that is not an image we can read. */
export const notAnImageMessage =
  "O arquivo não é uma imagem que possamos ler. Envie JPEG, PNG, WebP ou AVIF.";

/** The sentence for a photo that could not be taken in, for no fault of its own (spec §8). */
export const uploadFailure = "Erro ao fazer o upload da imagem";

/** The sentence for a picture that breaks off or is damaged. */
export const damagedPhotoMessage = "A foto chegou incompleta ou danificada. Escolha-a de novo.";

/** Most pixels a picture may declare; 100 megapixels are far above any phone's. */
export const maxPhotoPixels = 100_000_000;

/** The sentence for a picture over {@link maxPhotoPixels}. */
export const tooManyPixelsMessage = "A foto tem pixels demais. Envie uma de até 100 megapixels.";

/** A stored photo, as pages need it. */
export interface Photo {
  id: string;
  /** Folder of its variants in the object store. */
  key: string;
  /** Size of the largest variant, px. */
  width: number;
  height: number;
  /** The variants there are, px, ascending. */
  widths: number[];
  /** The placeholder's colour, `#rrggbb`. */
  color: string;
  alt: string;
  /** An illustration standing in for a photograph; it is marked so. */
  illustration: boolean;
  /** Whether there is a cover for link previews beside the variants. */
  cover: boolean;
}

/** The size of a cover, the picture of shared links, px. */
export const coverSize = { width: 1200, height: 630 } as const;

/** A cover's name within the folder of its photo. */
export const coverFile = "capa.jpg";

/** The picture for links to what a photo shows: its cover, or for an older photo its largest JPEG. */
export function sharedPhoto(photo: Photo, alt: string): SharedImage {
  const { key, width, height } = photo;
  return photo.cover
    ? { path: `/fotos/${key}/${coverFile}`, ...coverSize, alt }
    : { path: photoUrl(photo, width, "jpg"), width, height, alt };
}

export type PhotoFormat = "avif" | "jpg";

/** The address of one variant of a photo. */
export function photoUrl(photo: Pick<Photo, "key">, width: number, format: PhotoFormat): string {
  return `/fotos/${photo.key}/${width}.${format}`;
}

/** The address of a photo as large as it is kept, as JPEG. */
export function largestPhotoUrl(photo: Pick<Photo, "key" | "width" | "widths">): string {
  return photoUrl(photo, photo.widths.at(-1) ?? photo.width, "jpg");
}

/** A `srcset` over the variants of a photo in one format, as far as they are in `widths`. */
export function photoSrcSet(
  photo: Pick<Photo, "key" | "widths">,
  format: PhotoFormat,
  widths: readonly number[] = photo.widths,
): string {
  return widths.map((width) => `${photoUrl(photo, width, format)} ${width}w`).join(", ");
}
