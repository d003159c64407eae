import { monitorEventLoopDelay } from "node:perf_hooks";
import sharp from "sharp";
import { coverSize, photoWidths } from "../app/photos/photo.ts";
import { makeVariants } from "../app/photos/variants.server.ts";

export interface PhotoRun {
  ms: number;
  blockedMs: number;
}

/** Distinct, grainy, 12 megapixels each. */
export async function makePhotos(count: number): Promise<Buffer[]> {
  const photos: Buffer[] = [];
  for (let n = 0; n < count; n++) {
    const noise = { type: "gaussian" as const, mean: 100 + 8 * n, sigma: 40 };
    const grain = { create: { width: 1000, height: 750, channels: 3 as const, noise } };
    photos.push(
      // Enlarged noise has soft shapes and grain, like a camera's photos.
      await sharp({ ...grain, create: { ...grain.create, background: "#808080" } })
        .resize(4000, 3000)
        .modulate({ hue: 30 * n })
        .jpeg({ quality: 88 })
        .toBuffer(),
    );
  }
  return photos;
}

export function runPipeline(photos: Buffer[]): Promise<PhotoRun> {
  return measure(photos, async (photo) => {
    const made = await makeVariants(photo);
    if (!made.ok) throw new Error(made.message);
  });
}

/** The baseline: the same variants with sharp alone. */
export function runBare(photos: Buffer[]): Promise<PhotoRun> {
  return measure(photos, async (photo) => {
    await makeBare(photo);
  });
}

/** Throws unless the bare calls produce the same bytes as the pipeline. */
export async function checkBare(photo: Buffer): Promise<void> {
  const made = await makeVariants(photo);
  if (!made.ok) throw new Error(made.message);
  const pictures = [...made.variants.map(({ bytes }) => bytes), made.cover];
  const bare = await makeBare(photo);
  const same =
    bare.length === pictures.length &&
    bare.every((bytes) => pictures.some((other) => bytes.equals(other)));
  if (!same) throw new Error("makeBare in bench/photos.ts no longer matches makeVariants");
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
  // The histogram includes its own sampling interval.
  return { ms, blockedMs: Math.max(0, delays.max / 1e6 - resolutionMs) };
}
