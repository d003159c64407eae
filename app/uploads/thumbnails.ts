import { decode, within } from "./shrink.ts";

const widthPx = 160;

const timeoutMs = 10_000;

/**
 * Returns a function that makes a small picture of a chosen file as a data URL, for its draft, if that is
 * still wanted when its turn comes: each decodes a whole photo, one after another. Null if the browser can't.
 */
export function createThumbnails(): (
  file: File,
  isWanted: () => boolean,
) => Promise<string | null> {
  let last: Promise<unknown> = Promise.resolve();
  return (file, isWanted) => {
    const made = last.then(() => (isWanted() ? within(timeoutMs, draw(file)) : null));
    last = made;
    return made;
  };
}

/** Rejects where the browser can't read the file, or forbids it as fingerprinting. */
async function draw(file: File): Promise<string> {
  const picture = await decode(file);
  const { width, height } = picture;
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(widthPx, width);
  canvas.height = Math.max(1, Math.round((height / width) * canvas.width));
  canvas.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL("image/jpeg", 0.6);
}
