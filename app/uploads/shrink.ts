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

/** Returns the file itself if it is small, a GIF, unreadable or slow to shrink. Never rejects. */
export async function shrinkPhoto(file: File): Promise<Blob> {
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

async function redraw(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const size = shrunkSize(picture.width, picture.height);
    if (!size) return null;
    const canvas = createCanvas(size.width, size.height);
    const context = canvas.getContext("2d", { alpha: false }) as
      | CanvasRenderingContext2D
      | OffscreenCanvasRenderingContext2D
      | null;
    if (!context) return null;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, size.width, size.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, size.width, size.height);
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
