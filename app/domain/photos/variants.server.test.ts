import sharp, { type Sharp } from "sharp";
import { expect, test, vi } from "vitest";
import { makeJpeg } from "../../../testing/pictures.ts";
import { photoWidths } from "./photo.ts";
import { makeVariants, photosAtOnce } from "./variants.server.ts";

/** The part of sharp's internal state that holds the input. */
interface Source extends Sharp {
  options: { input: { buffer: Buffer } };
}

test("concurrent photos are processed a few at a time, in order", async () => {
  const photo = await makeJpeg(200, 120);
  const photos: Buffer[] = Array.from({ length: 6 }, () => Buffer.from(photo));
  // A file is read only when its turn begins.
  const begun: number[] = [];
  let [most, finished] = [0, 0];
  const metadata = sharp.prototype.metadata;
  vi.spyOn(sharp.prototype, "metadata").mockImplementation(function (this: Source) {
    begun.push(photos.indexOf(this.options.input.buffer));
    most = Math.max(most, begun.length - finished);
    return metadata.call(this);
  });

  const all = photos.map(async (bytes) => {
    const made = await makeVariants(bytes);
    finished += 1;
    return made;
  });
  expect(begun.length).toBeLessThanOrEqual(photosAtOnce);
  const made = await Promise.all(all);

  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  // The test notices the end of one a moment after the next has begun.
  expect(most).toBeLessThanOrEqual(photosAtOnce + 1);
  for (const variants of made) {
    if (!variants.ok) throw new Error(variants.message);
    const names = variants.variants.map(({ width, format }) => `${width}.${format}`);
    expect(names).toEqual(["180.avif", "180.jpg", "200.avif", "200.jpg"]);
  }
});

/** The least compressible picture. */
const noise = await sharp({
  create: {
    ...{ width: 1300, height: 900, channels: 3, background: "#808080" },
    noise: { type: "gaussian", mean: 128, sigma: 90 },
  },
})
  .jpeg({ quality: 95 })
  .toBuffer();

test.each([
  ["wide", await makeJpeg(2000, 1000)],
  ["upright", await makeJpeg(600, 1000)],
  ["small", await makeJpeg(300, 200)],
  ["full of noise", noise],
])("a photo that is %s has a cover of 1200 × 630 below 300 kB", async (_, bytes) => {
  const { width = 0 } = await sharp(bytes).metadata();
  const made = await makeVariants(bytes, {
    made: { widths: [...photoWidths, width], cover: false },
  });
  if (!made.ok) throw new Error(made.message);
  expect(made.variants).toEqual([]);
  const { cover } = made;
  expect(cover?.length).toBeLessThan(300_000);
  expect(await sharp(cover ?? undefined).metadata()).toMatchObject({
    ...{ format: "jpeg", width: 1200, height: 630 },
  });
});
