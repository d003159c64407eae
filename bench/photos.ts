import { monitorEventLoopDelay } from "node:perf_hooks";
import sharp from "sharp";
import { coverSize, photoWidths } from "../app/photos/photo.ts";
import { makeVariants } from "../app/photos/variants.server.ts";

/** How long photos took, and the longest time the event loop stood still meanwhile; in ms. */
export interface PhotoRun {
  ms: number;
  blockedMs: number;
}

/** Photos of 12 megapixels with grain, as JPEG; no two alike. */
export async function makePhotos(count: number): Promise<Buffer[]> {
  const photos: Buffer[] = [];
  for (let n = 0; n < count; n++) {
    const noise = { type: "gaussian" as const, mean: 100 + 8 * n, sigma: 40 };
    const grain = { create: { width: 1000, height: 750, channels: 3 as const, noise } };
    photos.push(
      // A small picture of noise made large: soft shapes and some grain, as a camera's.
      await sharp({ ...grain, create: { ...grain.create, background: "#808080" } })
        .resize(4000, 3000)
        .modulate({ hue: 30 * n })
        .jpeg({ quality: 88 })
        .toBuffer(),
    );
  }
  return photos;
}

/** The photos one after the other, as uploads are made into variants. */
export function runPipeline(photos: Buffer[]): Promise<PhotoRun> {
  return measure(photos, async (photo) => {
    const made = await makeVariants(photo);
    if (!made.ok) throw new Error(made.message);
  });
}

/** The same pictures made by sharp and nothing else: what the pipeline is measured against. */
export function runFloor(photos: Buffer[]): Promise<PhotoRun> {
  return measure(photos, async (photo) => {
    await makeBare(photo);
  });
}

/** Throws when the floor no longer makes what the pipeline makes, byte by byte. */
export async function checkFloor(photo: Buffer): Promise<void> {
  const made = await makeVariants(photo);
  if (!made.ok) throw new Error(made.message);
  const pictures = [...made.variants.map(({ bytes }) => bytes), made.cover];
  const bare = await makeBare(photo);
  const same =
    bare.length === pictures.length &&
    bare.every((bytes) => pictures.some((other) => bytes.equals(other)));
  if (!same) throw new Error("bench/photos.ts makes other pictures than makeVariants does");
}

async function makeBare(photo: Buffer): Promise<Buffer[]> {
  const widest = photoWidths[photoWidths.length - 1];
  const { data, info } = await sharp(photo)
    .autoOrient()
    .resize({ width: widest, withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { raw: { width: info.width, height: info.height, channels: info.channels } };
  const made: Buffer[] = [];
  for (const width of photoWidths) {
    const sized = sharp(data, raw).resize({ width });
    made.push(await sized.clone().avif({ quality: 55, effort: 2 }).toBuffer());
    made.push(await sized.jpeg({ quality: 78, mozjpeg: true }).toBuffer());
  }
  const cover = sharp(data, raw).resize({ ...coverSize, fit: "cover" });
  made.push(await cover.jpeg({ quality: 78, mozjpeg: true }).toBuffer());
  await sharp(data, raw).resize(1, 1).raw().toBuffer();
  return made;
}

const resolutionMs = 5;

async function measure(
  photos: Buffer[],
  work: (photo: Buffer) => Promise<void>,
): Promise<PhotoRun> {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const start = performance.now();
  for (const photo of photos) await work(photo);
  const ms = performance.now() - start;
  delays.disable();
  // The histogram counts the wait it asks for, too.
  return { ms, blockedMs: Math.max(0, delays.max / 1e6 - resolutionMs) };
}
