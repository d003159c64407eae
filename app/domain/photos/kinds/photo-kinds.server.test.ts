import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeDng, makeJpeg, makePngDeclaring } from "../../../../testing/pictures.ts";
import { damagedPhotoMessage, heicMessage, tooManyPixelsMessage } from "../photo.ts";
import { makeFirstVariants, makeVariants } from "../variants.server.ts";
import { kindOf, unsupportedMessage } from "./photo-kind.ts";

const jpeg = await makeJpeg(64, 48);
const photo = () => sharp(jpeg);
const file = (name: string) => readFileSync(`testing/photo-kinds/${name}`);
const frames = () => sharp([jpeg, jpeg], { join: { animated: true } });

const opened: Record<string, () => Promise<Buffer> | Buffer> = {
  "a PNG of 16 bits": () => photo().toColourspace("rgb16").png().toBuffer(),
  "a JPEG in CMYK": () => photo().toColourspace("cmyk").jpeg().toBuffer(),
  "a progressive JPEG": () => photo().jpeg({ progressive: true }).toBuffer(),
  "a JPEG without its closing bytes": () => jpeg.subarray(0, -2),
  "a progressive JPEG without them": async () =>
    (await photo().jpeg({ progressive: true }).toBuffer()).subarray(0, -2),
  "a JPEG with zeros in their place": () => Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(99)]),
  "an animated GIF": () => frames().gif().toBuffer(),
  "an animated WebP": () => frames().webp().toBuffer(),
  "an AVIF": () => photo().avif({ effort: 0 }).toBuffer(),
  "an AVIF of 12 bits": () => file("twelve-bits.avif"),
  "a TIFF": () => photo().tiff().toBuffer(),
  "a TIFF with LZW": () => photo().tiff({ compression: "lzw" }).toBuffer(),
  "a TIFF in CMYK": () => photo().toColourspace("cmyk").tiff().toBuffer(),
};

test.each(Object.entries(opened))("%s is opened", async (_, make) => {
  const made = await makeVariants(await make());
  expect(made).toMatchObject({ ok: true, width: 64, height: 48 });
});

const refused: Record<string, [make: () => Promise<Buffer> | Buffer, message: string]> = {
  "an iPhone's HEIC": [() => file("iphone.heic"), heicMessage],
  "a HEIC of 10 bits": [() => file("ten-bits.heic"), heicMessage],
  "a DNG, despite its preview": [() => makeDng(64, 48), unsupportedMessage("raw")],
  "a TIFF with LZMA": [() => file("lzma.tif"), unsupportedMessage("tiff")],
  "a JPEG 2000": [() => file("jpeg-2000.jp2"), unsupportedMessage("jp2")],
  "a BMP": [() => file("bitmap.bmp"), unsupportedMessage("bmp")],
  "a PSD": [() => file("photoshop.psd"), unsupportedMessage("psd")],
  "a JPEG of 12 bits": [() => twelveBits(), unsupportedMessage("jpeg")],
};

test.each(Object.entries(refused))("%s is refused by name", async (_, [make, message]) => {
  for (const way of [makeVariants, makeFirstVariants]) {
    expect(await way(await make())).toMatchObject({ ok: false, message });
  }
  // Browsers show no longer answer of an upload.
  expect(message.length).toBeLessThanOrEqual(300);
});

test("a photo of up to 100 megapixels is decoded, and a larger one is too large, not damaged", async () => {
  // Decoding finds that the pixels are missing.
  expect(await makeVariants(makePngDeclaring(20_000, 5_000))).toMatchObject({
    ...{ ok: false, message: damagedPhotoMessage },
  });
  expect(await makeVariants(makePngDeclaring(20_000, 5_001))).toMatchObject({
    ...{ ok: false, message: tooManyPixelsMessage },
  });
});

const formats = ["jpeg", "png", "webp", "avif", "tiff"] as const;

test.each(formats)(
  "a %s cut off in the middle is damaged, and after its first bytes",
  async (format) => {
    const whole = await sharp(await makeJpeg(400, 300, { detail: true }))
      .toFormat(format, format === "avif" ? { effort: 0 } : {})
      .toBuffer();
    for (const length of [Math.round(whole.length * 0.6), whole.length - 20, 40]) {
      const made = await makeVariants(whole.subarray(0, length));
      expect(made, `${length} bytes`).toMatchObject({ ok: false, message: damagedPhotoMessage });
    }
  },
);

test.each([
  ["ftypcrx ", "raw"],
  ["ftypisom", "video"],
  ["ftypqt  ", "video"],
  ["ftypmif1\0\0\0\0mif1avif", "avif"],
  ["ftypavis\0\0\0\0avis", "avif"],
])("%j after a length is %s", (text, kind) => {
  expect(kindOf(Buffer.from(`\0\0\0\x20${text}${"\0".repeat(40)}`, "latin1"))).toBe(kind);
});

test("a camera's raw photo is known by its name where its first bytes are those of a TIFF", async () => {
  const tiff = await photo().tiff().toBuffer();
  expect(kindOf(tiff, "DSC_0042.NEF")).toBe("raw");
  expect(kindOf(tiff, "scan.tif")).toBe("tiff");
});

/** Says 12 bits per colour in its frame header, as some scanners write them. */
function twelveBits(): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = [0xc0, 0xc1, 0xc2].map((marker) => bytes.indexOf(Buffer.from([0xff, marker])));
  const at = Math.min(...frame.filter((position) => position > 0));
  bytes[at + 4] = 12;
  return bytes;
}
