import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { photos } from "../app/db/schema.ts";
import { compareNextPhoto } from "../app/photos/copies/compare-photos.server.ts";
import { storedHeaders } from "../app/photos/store.server.ts";
import { createWaitingPhoto, type TestSite } from "./site.ts";

const folder = join(import.meta.dirname, "photographs");

/** Names of all real photographs. */
export async function listPhotographs(): Promise<string[]> {
  const files = await readdir(folder);
  return files.filter((name) => name.endsWith(".jpg")).map((name) => name.slice(0, -4));
}

export function readPhotograph(name: string): Promise<Buffer> {
  return readFile(join(folder, `${name}.jpg`));
}

/** Stores a picture as a photo whose sizes are made, the smallest as the site encodes it. */
export async function storePhotograph(
  site: TestSite,
  uid: string,
  picture: Buffer,
  overrides: Partial<typeof photos.$inferInsert> = {},
): Promise<string> {
  const id = randomUUID();
  const key = `imoveis/${uid}/images/0/${id}-foto`;
  const small = await sharp(picture).resize(180).jpeg({ quality: 78, mozjpeg: true }).toBuffer();
  await site.photoStore.disk.put(`${key}/180.jpg`, small, storedHeaders);
  return createWaitingPhoto(site, uid, { id, key, widths: [180], sizesDue: false, ...overrides });
}

/** Compares all photos that are due, and returns how many. */
export async function comparePhotos(site: TestSite): Promise<number> {
  let count = 0;
  while (await compareNextPhoto(site, { except: [] })) count++;
  return count;
}

interface Size {
  width: number;
  height: number;
}

type Alteration = (picture: Sharp, size: Size) => Sharp;

/** What becomes of a photo on its way into somebody else's ad. */
export const alterations = {
  "the same": (picture) => picture.jpeg({ quality: 90 }),
  "JPEG, quality 40": (picture) => picture.jpeg({ quality: 40 }),
  "60 % of the size": (picture, { width }) => picture.resize(Math.round(width * 0.6)).jpeg(),
  "WebP, 75 % of the size": (picture, { width }) =>
    picture.resize(Math.round(width * 0.75)).webp({ quality: 50 }),
  brighter: (picture) => picture.modulate({ brightness: 1.2 }),
  darker: (picture) => picture.modulate({ brightness: 0.8 }),
  "warmer, more colourful": (picture) =>
    picture
      .recomb([
        [1.15, 0, 0],
        [0, 1, 0],
        [0, 0, 0.85],
      ])
      .modulate({ saturation: 1.3 }),
  "more contrast": (picture) => picture.linear(1.2, -20),
  "a watermark": (picture, size) =>
    picture.composite([{ input: textOn(size, { x: 0.62, y: 0.95, height: 0.07 }) }]),
  "a caption over an eighth": (picture, size) =>
    picture.composite([{ input: textOn(size, { x: 0.04, y: 0.97, height: 0.08, bar: 0.12 }) }]),
  mirrored: (picture) => picture.flop(),
  "3 % off each side": (picture, size) => cut(picture, size, [0.03, 0.03, 0.03, 0.03]),
  "5 % off each side": (picture, size) => cut(picture, size, [0.05, 0.05, 0.05, 0.05]),
  "8 % off each side": (picture, size) => cut(picture, size, [0.08, 0.08, 0.08, 0.08]),
  "5 % off one side": (picture, size) => cut(picture, size, [0.05, 0, 0, 0]),
  "8 % off one side": (picture, size) => cut(picture, size, [0.08, 0, 0, 0]),
  "5 % off above and below": (picture, size) => cut(picture, size, [0, 0, 0.05, 0.05]),
  "2, 7 and 5 % off three sides": (picture, size) => cut(picture, size, [0.02, 0.07, 0.05, 0]),
  "5 % off each side, smaller, darker, JPEG 50": (picture, size) =>
    cut(picture, size, [0.05, 0.05, 0.05, 0.05])
      .modulate({ brightness: 0.85 })
      .resize(Math.round(size.width * 0.6))
      .jpeg({ quality: 50 }),
} satisfies Record<string, Alteration>;

export type AlterationName = keyof typeof alterations;

export async function alter(picture: Buffer, name: AlterationName): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const altered: Alteration = alterations[name];
  return altered(sharp(picture), { width, height }).toBuffer();
}

function cut(picture: Sharp, { width, height }: Size, shares: [number, number, number, number]) {
  const [left, right, top, bottom] = shares;
  return picture.extract({
    left: Math.round(width * left),
    top: Math.round(height * top),
    width: Math.floor(width * (1 - left - right)),
    height: Math.floor(height * (1 - top - bottom)),
  });
}

function textOn(
  { width, height }: Size,
  text: { x: number; y: number; height: number; bar?: number },
): Buffer {
  const bar = (text.bar ?? 0) * height;
  return Buffer.from(`<svg width="${width}" height="${height}">
    <rect y="${height - bar}" width="${width}" height="${bar}" />
    <text x="${text.x * width}" y="${text.y * height}" font-size="${text.height * height}"
      fill="white" stroke="black" stroke-width="0.4">Rancho do Lago</text>
  </svg>`);
}
