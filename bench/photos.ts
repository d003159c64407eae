import sharp from "sharp";

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
