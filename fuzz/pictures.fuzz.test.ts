import sharp from "sharp";
import { expect, test } from "vitest";
import { unsupportedMessage } from "../app/domain/photos/kinds/photo-kind.ts";
import {
  damagedPhotoMessage,
  heicMessage,
  notAnImageMessage,
  photoWidths,
  tooManyPixelsMessage,
} from "../app/domain/photos/photo.ts";
import { makeVariants } from "../app/domain/photos/variants.server.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { type Random, seededRandom } from "../testing/random.ts";
import { seed, soakMinutes } from "../testing/soak.ts";

const count = soakMinutes === null ? 200 : 5_000;

const kinds = ["jpeg", "png", "gif", "webp", "avif", "tiff", "bmp", "psd", "video"] as const;
const sentences = [
  damagedPhotoMessage,
  heicMessage,
  notAnImageMessage,
  tooManyPixelsMessage,
  ...kinds.map(unsupportedMessage),
];

/** Makes small pictures in every supported format. */
async function makeSeeds(): Promise<Buffer[]> {
  const jpeg = await makeJpeg(48, 32, { orientation: 6 });
  const picture = () => sharp(jpeg);
  const frame = await picture().resize(16, 16).raw().toBuffer();
  const frames = Buffer.concat(Array.from({ length: 200 }, () => frame));
  const many = sharp(frames, { raw: { width: 16, height: 16 * 200, channels: 3, pageHeight: 16 } });
  return Promise.all([
    jpeg,
    picture().jpeg({ progressive: true }).toBuffer(),
    picture().png({ progressive: true }).toBuffer(),
    picture().png({ palette: true }).toBuffer(),
    picture().webp().toBuffer(),
    picture().webp({ lossless: true }).toBuffer(),
    picture().tiff().toBuffer(),
    picture().gif().toBuffer(),
    picture().avif({ effort: 0 }).toBuffer(),
    picture().toColourspace("cmyk").jpeg().toBuffer(),
    picture().ensureAlpha(0.5).png().toBuffer(),
    many.gif().toBuffer(),
  ]);
}

function damage(picture: Buffer, random: Random): Buffer {
  const copy = Buffer.from(picture);
  switch (random.below(6)) {
    case 0:
      return copy.subarray(0, random.below(copy.length));
    case 1:
      return Buffer.concat([copy, Buffer.from("<html><script>alert(1)</script>PK\u0003\u0004")]);
    case 2:
      // Headers contain sizes and offsets.
      for (let n = 0; n < 4; n++) copy[random.below(Math.min(64, copy.length))] = random.below(256);
      return copy;
    case 3:
      copy.fill(random.pick([0, 255]), random.below(copy.length));
      return copy;
    case 4: {
      const at = random.below(copy.length);
      return Buffer.concat([copy.subarray(0, at), copy.subarray(random.below(copy.length))]);
    }
    default:
      for (let n = 1 + random.below(12); n > 0; n--) {
        copy[random.below(copy.length)] = random.below(256);
      }
      return copy;
  }
}

test("damaged pictures are either processed or refused with a message", {
  timeout: 600_000,
}, async () => {
  const random = seededRandom(seed);
  const seeds = await makeSeeds();
  const outcomes: Record<string, number> = {};
  for (let n = 0; n < count; n++) {
    const bytes = damage(random.pick(seeds), random);
    const made = await makeVariants(bytes).catch((error: unknown) => {
      throw new Error(`seed ${seed}, picture ${n}: ${bytes.toString("base64")}`, { cause: error });
    });
    const outcome = made.ok ? "photo" : made.message;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (made.ok) expect(made.width).toBeLessThanOrEqual(Math.max(...photoWidths));
    else expect(sentences).toContain(made.message);
  }
  console.info(JSON.stringify({ seed, count, outcomes }));
  expect(outcomes).toHaveProperty("photo");
  expect(outcomes).toHaveProperty([damagedPhotoMessage]);
});
