import {
  kindHeaderBytes,
  kindOf,
  type PhotoKind,
  refuseKind,
} from "../../../domain/photos/kinds/photo-kind.ts";
import {
  maxPhotoBytes,
  notAnImageMessage,
  photoTooLargeMessage,
} from "../../../domain/photos/photo.ts";
import { enumerate } from "../../../platform/ui/words.ts";

const maxSide = 3200;

const jpegQuality = 0.9;

const timeoutMs = 10_000;

/** Time for photos that can't be sent as they are, such as HEIC. */
const longTimeoutMs = 60_000;

/** Size in px to shrink to; null if the photo is small enough. */
export function shrunkSize(
  width: number,
  height: number,
): { width: number; height: number } | null {
  const scale = maxSide / Math.max(width, height);
  if (!(scale < 1)) return null;
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Safari decodes HEIC and TIFF, all browsers BMP and photos of more than 25 MB. */
export async function canDecode(file: Blob): Promise<boolean> {
  const picture = await within(longTimeoutMs, decode(file));
  picture?.close();
  return picture !== null;
}

/**
 * Returns the file itself if it is small, a GIF, unreadable or slow to shrink. What the server
 * refuses, such as HEIC, becomes JPEG whatever its size; null if this browser can't read it, either.
 * Never rejects.
 */
export async function shrinkPhoto(file: File): Promise<Blob | null> {
  if (await findRefusal(file)) return within(longTimeoutMs, redraw(file, true));
  if (file.type === "image/gif" || typeof createImageBitmap === "undefined") return file;
  const shrunk = await within(timeoutMs, redraw(file));
  return shrunk && shrunk.size > 0 && shrunk.size < file.size ? shrunk : file;
}

/** Resolves with null if the work fails or takes longer. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const impatience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  return Promise.race([work, impatience])
    .catch(() => null)
    .finally(() => clearTimeout(timer));
}

async function decode(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: "from-image" });
}

/** Resolves with null if the picture is small enough, unless it is to be redrawn `always`. */
async function redraw(file: File, always = false): Promise<Blob | null> {
  const picture = await decode(file);
  try {
    const shrunk = shrunkSize(picture.width, picture.height);
    if (!shrunk && !always) return null;
    const { width, height } = shrunk ?? picture;
    const canvas = createCanvas(width, height);
    const context = canvas.getContext("2d", { alpha: false }) as
      | CanvasRenderingContext2D
      | OffscreenCanvasRenderingContext2D
      | null;
    if (!context) return null;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, width, height);
    return await toJpeg(canvas);
  } finally {
    picture.close();
  }
}

function createCanvas(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

function toJpeg(canvas: OffscreenCanvas | HTMLCanvasElement): Promise<Blob | null> {
  if ("convertToBlob" in canvas) {
    return canvas.convertToBlob({ type: "image/jpeg", quality: jpegQuality });
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", jpegQuality));
}

export interface CheckedFiles {
  taken: File[];
  /** A sentence for each reason to refuse some, with their names. */
  refusals: string[];
}

/** Returns a function that looks at chosen files' content, one after another. */
export function createFileCheck(): (files: readonly File[]) => Promise<CheckedFiles> {
  // A browser that reads one HEIC reads them all.
  let readsHeic = false;

  async function refuse(file: File): Promise<string | null> {
    const kind = await readPhotoKind(file);
    const refusal = refusePhotoFile(file, kind);
    if (!refusal || file.size === 0) return refusal;
    // The browser sends whatever it can read as JPEG.
    const isRead = (kind === "heic" && readsHeic) || (await canDecode(file));
    readsHeic ||= kind === "heic" && isRead;
    return isRead ? null : refusal;
  }

  return async (files) => {
    const taken: File[] = [];
    const refused = new Map<string, string[]>();
    for (const file of files) {
      const refusal = await refuse(file);
      if (refusal) refused.set(refusal, [...(refused.get(refusal) ?? []), file.name]);
      else taken.push(file);
    }
    const refusals = [...refused].map(([refusal, names]) => `${enumerate(names)}: ${refusal}`);
    return { taken, refusals };
  };
}

/** Guesses the type from the name where the browser doesn't know it, as for AVIF on older systems. */
export function photoFileType(file: Pick<File, "name" | "type">): string {
  if (file.type !== "") return file.type;
  const ending = /\.(hei[cf]|avif|jpe?g|png|webp|gif|tiff?)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (!ending) return "";
  return ending.startsWith("jp") ? "image/jpeg" : `image/${ending}`;
}

/** Returns the reason for which the file can't be sent; null if it can. */
export function refusePhotoFile(
  file: Pick<File, "name" | "type" | "size">,
  kind: PhotoKind | null = null,
): string | null {
  const refusal = refuseKind(kind);
  if (refusal) return refusal;
  const isPicture = kind !== null || photoFileType(file).startsWith("image/");
  if (!isPicture || file.size === 0) return notAnImageMessage;
  return file.size > maxPhotoBytes ? photoTooLargeMessage : null;
}

/** Looks at the file's content; null if it can't be read or is no picture. */
async function readPhotoKind(file: File): Promise<PhotoKind | null> {
  const header = await file
    .slice(0, kindHeaderBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  return kindOf(new Uint8Array(header), file.name);
}

/** {@link refusePhotoFile} by the file's content. A browser may yet redraw a file that is refused. */
export async function findRefusal(file: File): Promise<string | null> {
  return refusePhotoFile(file, await readPhotoKind(file));
}
