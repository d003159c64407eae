import sharp from "sharp";

/** Difference in brightness, of 255, that nobody sees: text and pictures are smoothed anew each time. */
const tolerance = 24;
/** Differing pixels of a screen up to which no picture is kept. */
const few = 20;

/**
 * Counts the pixels that differ, and keeps both pictures with their difference in `file` if these are many.
 * Null if there is only one picture.
 */
export async function comparePictures(before, after, file) {
  if (!before || !after) return null;
  const { width, height } = await sharp(before).metadata();
  // A second pipeline, because sharp composites last in each.
  const blended = await sharp(before)
    .removeAlpha()
    // By default, sharp would lay a smaller picture in the middle: not every window gets the height it asked for.
    .composite([{ input: after, blend: "difference", left: 0, top: 0 }])
    .png()
    .toBuffer();
  const difference = await sharp(blended)
    .removeAlpha()
    .greyscale()
    .threshold(tolerance)
    .raw()
    .toBuffer();
  const differing = difference.reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
  if (differing <= few) return differing;
  const shown = await sharp(difference, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const columns = [before, after, shown];
  await sharp({ create: { width: 3 * width, height, channels: 3, background: "white" } })
    .composite(columns.map((input, at) => ({ input, left: at * width, top: 0 })))
    .png()
    .toFile(file);
  return differing;
}
