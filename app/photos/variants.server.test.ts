import { availableParallelism } from "node:os";
import sharp, { type Sharp } from "sharp";
import { expect, test, vi } from "vitest";
import { makeJpeg } from "../../testing/pictures.ts";
import { makeVariants, photosAtOnce } from "./variants.server.ts";

/** The part of sharp's internal state that holds the input. */
interface Source extends Sharp {
  options: { input: { buffer: Buffer } };
}

test("ten concurrent photos are processed a few at a time, in order", async () => {
  const photo = await makeJpeg(500, 300);
  const photos: Buffer[] = Array.from({ length: 10 }, () => Buffer.from(photo));
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

  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  // The test notices the end of one a moment after the next has begun.
  expect(most).toBeLessThanOrEqual(photosAtOnce + 1);
  for (const variants of made) {
    if (!variants.ok) throw new Error(variants.message);
    expect(variants.variants.map(({ width, format }) => `${width}.${format}`)).toEqual([
      "180.avif",
      "180.jpg",
      "270.avif",
      "270.jpg",
      "400.avif",
      "400.jpg",
      "500.avif",
      "500.jpg",
    ]);
  }
});

test("concurrent encodings never exceed the number of cores, and refusals free their place", async () => {
  const photo = await makeJpeg(900, 600);
  const refused = await Promise.all(
    Array.from({ length: 2 * photosAtOnce }, () => makeVariants(Buffer.from("não sou uma foto"))),
  );
  expect(refused.every((made) => !made.ok)).toBe(true);
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, sharp.counters().process);
  }, 1);
  await Promise.all([makeVariants(photo), makeVariants(photo), makeVariants(photo)]);
  clearInterval(watch);

  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(availableParallelism());
});
