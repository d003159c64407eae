import sharp from "sharp";
import { expect, test } from "vitest";
import {
  damagedPhotoMessage,
  notAnImageMessage,
  photoWidths,
  tooManyPixelsMessage,
} from "../app/domain/photos/photo.ts";
import { makeVariants } from "../app/domain/photos/variants.server.ts";
import { makeJpeg, makePngDeclaring } from "../testing/pictures.ts";

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;

test.each([
  ["nothing", () => Buffer.alloc(0), notAnImageMessage],
  ["one byte", () => Buffer.from([0xff]), notAnImageMessage],
  ["an SVG with a script", () => Buffer.from(svg), notAnImageMessage],
  [
    "an SVG after a byte order mark",
    () => Buffer.from(`\ufeff<?xml version="1.0"?>${svg}`),
    notAnImageMessage,
  ],
  ["a PDF", () => Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF"), notAnImageMessage],
  ["a zip", () => Buffer.from("PK\u0003\u0004 conteúdo"), notAnImageMessage],
  [
    "an HTML page",
    () => Buffer.from("<!doctype html><script>alert(1)</script>"),
    notAnImageMessage,
  ],
  [
    "a PNG that declares 50,000 × 50,000 px",
    () => makePngDeclaring(50_000, 50_000),
    tooManyPixelsMessage,
  ],
  [
    "an empty PNG that declares the maximum size",
    () => makePngDeclaring(10_000, 10_000),
    damagedPhotoMessage,
  ],
  [
    "a PNG that declares a width of 2 billion px",
    () => makePngDeclaring(2_147_483_647, 1),
    tooManyPixelsMessage,
  ],
])("%s is refused", async (_, make, sentence) => {
  const made = await makeVariants(make());
  const refused = made.ok ? "" : made.message;
  // The decoder doesn't even recognise an image that exceeds its own limits.
  expect([sentence, notAnImageMessage]).toContain(refused);
});

test.each([
  [1, 60_000],
  [16, 52_992],
  [60_000, 1],
])("a strip of %d × %d px is scaled to AVIF's limits", async (width, height) => {
  const strip = sharp({ create: { width, height, channels: 3, background: "#0c4a50" } });
  const made = await makeVariants(await strip.png().toBuffer());
  if (!made.ok) throw new Error(made.message);
  expect(made.width).toBeLessThanOrEqual(Math.max(...photoWidths));
  expect(made.height).toBeLessThanOrEqual(16_384);
});

test("trailing data, EXIF and colour profiles are stripped from photos", async () => {
  const jpeg = await makeJpeg(40, 30);
  const note = Buffer.alloc(60_000, "x");
  const marker = Buffer.from([0xff, 0xe1, 0xea, 0x62]);
  const heavy = Buffer.concat([
    jpeg.subarray(0, 2),
    marker,
    note,
    jpeg.subarray(2),
    Buffer.from(svg),
  ]);
  const made = await makeVariants(heavy);
  if (!made.ok) throw new Error(made.message);
  const pictures = [...made.variants.map(({ bytes }) => bytes), made.cover];
  for (const bytes of pictures) {
    if (!bytes) throw new Error("the photo has no cover");
    expect(bytes.includes("script")).toBe(false);
    expect(bytes.includes("xxxxxxxx")).toBe(false);
    const { exif, icc, xmp } = await sharp(bytes).metadata();
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  }
});
