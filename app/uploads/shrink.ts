import { isHeicFile } from "./photo-file.ts";

const longestSide = 3200;

const jpegQuality = 0.9;

const timeoutMs = 10_000;

/** In px; null if it is small enough. */
export function shrunkSize(
  width: number,
  height: number,
): { width: number; height: number } | null {
  const scale = longestSide / Math.max(width, height);
  if (!(scale < 1)) return null;
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Safari decodes HEIC; most browsers don't. */
export async function canDecode(file: Blob): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the file itself if it is small, a GIF, unreadable or slow to shrink. HEIC, which the server
 * can't read, becomes JPEG whatever its size; null if this browser can't read it, either. Never rejects.
 */
export async function shrinkPhoto(file: File): Promise<Blob | null> {
  if (await isHeicFile(file)) return redraw(file, true).catch(() => null);
  if (file.type === "image/gif" || typeof createImageBitmap === "undefined") return file;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const impatience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null);
  });
  try {
    const shrunk = await Promise.race([redraw(file), impatience]);
    return shrunk && shrunk.size > 0 && shrunk.size < file.size ? shrunk : file;
  } catch {
    return file;
  } finally {
    clearTimeout(timer);
  }
}

/** Null if the picture is small enough, unless it is redrawn `always`. */
async function redraw(file: File, always = false): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
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
