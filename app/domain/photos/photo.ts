import type { SharedImage } from "../../platform/ui/shell/page-meta.ts";
import { enumerate } from "../../platform/ui/words.ts";

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

/** The limit of spec §9. */
export const maxPhotosPerListing = 10;

export const maxPhotoBytes = 25 * 1024 * 1024;

/** Larger files are sent in chunks (spec §9). */
export const singleRequestBytes = 262_144;

/** The sentence of spec §5. */
export const noImageMessage = "Por favor, selecione ao menos uma imagem.";

export const tooManyPhotosMessage = `Cada anúncio leva até ${maxPhotosPerListing} fotos.`;

export const photoTooLargeMessage =
  "A foto passa de 25 MB. Mande a sua para você mesmo no WhatsApp e salve a que chegar, que é menor. Para as próximas, escolha 12 MP na câmera; no iPhone, em Ajustes, Câmera, Formatos, desligue “Apple ProRAW”.";

export const notAnImageMessage =
  "O arquivo não é uma imagem que possamos ler. Envie JPEG, PNG, WebP ou AVIF.";

/** Also says how to send a JPEG: camera apps of Samsung and Apple have a setting to store one. */
export const heicMessage =
  "Não conseguimos abrir fotos em HEIC. Mande a sua para você mesmo no WhatsApp e salve a que chegar: ela vira JPEG. Para as próximas, desligue “Imagens de alta eficiência” na câmera do Samsung; no iPhone, em Ajustes, Câmera, Formatos, escolha “Mais compatível”.";

/** Shown for failures that aren't the photo's fault (spec §8). */
export const uploadFailure = "Erro ao fazer o upload da imagem";

export const damagedPhotoMessage =
  "A foto está incompleta ou danificada. Abra-a no celular, faça uma captura da tela e envie a captura, ou escolha outra foto.";

/** Far above any phone's resolution. */
export const maxPhotoPixels = 100_000_000;

export const tooManyPixelsMessage =
  "A foto passa de 100 megapixels, como as panorâmicas muito longas. Mande a sua para você mesmo no WhatsApp e salve a que chegar, que é menor, ou recorte-a na Galeria.";

/** The refusal of photos beyond the tenth, by the names of their files. */
export function describeLeftOut(names: readonly string[]): string {
  const were = names.length === 1 ? "Ficou" : "Ficaram";
  return `${tooManyPhotosMessage} ${were} de fora: ${enumerate(names)}.`;
}
