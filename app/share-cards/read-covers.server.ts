import type { PhotoStore } from "../photos/store.server.ts";
import type { CardCover } from "./card-content.server.ts";
import type { CardLayout } from "./card-drawing.ts";

/** Reads the photos that the store still has, large enough for the layout. */
export async function readCovers(
  store: PhotoStore,
  covers: CardCover[],
  layout: CardLayout,
): Promise<Buffer[]> {
  const files: Buffer[] = [];
  for (const cover of covers) {
    const key = `${cover.key}/${sufficientWidth(cover, layout)}.jpg`;
    if (await store.openFile(key)) files.push(Buffer.from(await store.disk.getBytes(key)));
  }
  return files;
}

/** Width of the smallest variant that needn't be enlarged. */
function sufficientWidth({ widths, width, height }: CardCover, { photo }: CardLayout): number {
  const enough = widths.find(
    (candidate) => candidate >= photo.width && (candidate * height) / width >= photo.height,
  );
  return enough ?? widths.at(-1) ?? width;
}
