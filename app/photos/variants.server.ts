import { availableParallelism } from "node:os";
import sharp, { type Channels, type Sharp } from "sharp";
import { type Refusal, refuse } from "../site/refusal.ts";
import { createSharedQueue } from "../site/shared-queue.server.ts";
import { coverSize, type PhotoFormat, photoWidths } from "./photo.ts";
import {
  damagedPhotoMessage,
  maxPhotoPixels,
  notAnImageMessage,
  tooManyPixelsMessage,
} from "./photo-limits.ts";

interface Variant {
  width: number;
  format: PhotoFormat;
  bytes: Buffer;
}

export interface Variants {
  ok: true;
  width: number;
  height: number;
  widths: number[];
  color: string;
  variants: Variant[];
  cover: Buffer;
}

export interface PhotoRefusal
  extends Refusal<
    "not-an-image" | "too-many-pixels" | "damaged" | "too-much-decoding" | "canceled"
  > {
  /** Set if the same file may be accepted later. */
  retryAfterSeconds?: number;
}

const notAnImage = refuse("not-an-image", notAnImageMessage);

interface VariantOptions {
  /** Owners take turns. */
  owner?: string;
  /** Called before decoding with the declared pixels; may refuse. */
  admit?: (pixels: number) => Promise<PhotoRefusal | null>;
  /** Clockwise, of the upright photo. */
  quarterTurns?: number;
  /** Of AVIF: each step less halves the time and adds about a tenth to the bytes. */
  effort?: number;
}

type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The formats of phones and cameras, not SVG or PDF. */
const readableFormats = new Set(["jpeg", "png", "webp", "heif", "gif", "tiff"]);

// For 12 megapixels, effort 2 is six times faster than sharp's default of 4, for 10 % more bytes.
const avifQuality = 55;
const usualEffort = 2;
const jpeg = { quality: 78, mozjpeg: true } as const;

/** AVIF's limit per side in px; taller photos are scaled down. */
const mostHeight = 16_384;

/** WhatsApp shows no larger picture, in bytes. */
const largestCover = 300_000;

/** Decoding 12 megapixels takes 36 MB of memory, 100 take 300. */
export const photosAtOnce = 2;

/** No more than cores, so that requests get their share. */
const encodingsAtOnce = availableParallelism();

const photoQueue = createSharedQueue("photos", photosAtOnce);
const encodingQueue = createSharedQueue("encoding", encodingsAtOnce);

/** Runs other work with pictures in turn with the encoding of photos. */
export function takeEncodingTurn<Result>(
  party: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return encodingQueue(party, work);
}

/**
 * Makes upright variants without EXIF or GPS, in sRGB, never enlarged. Refuses unreadable or
 * truncated files and too many pixels. Owners take turns, and each owner's photos stay in order.
 */
export function makeVariants(
  source: string | Buffer,
  { owner = "", ...options }: VariantOptions = {},
): Promise<Variants | PhotoRefusal> {
  return photoQueue(owner, () => make(source, (work) => encodingQueue(owner, work), options));
}

async function make(
  source: string | Buffer,
  takeTurn: TakeTurn,
  { admit, quarterTurns = 0, effort = usualEffort }: Omit<VariantOptions, "owner">,
): Promise<Variants | PhotoRefusal> {
  if (source.length === 0) return notAnImage;
  const options = { failOn: "error", limitInputPixels: maxPhotoPixels } as const;
  const looked = sharp(source, { ...options, limitInputPixels: false });
  const metadata = await takeTurn(() => looked.metadata()).catch(() => null);
  if (!metadata || !readableFormats.has(metadata.format)) return notAnImage;
  const pixels = metadata.width * metadata.height;
  if (pixels > maxPhotoPixels) return refuse("too-many-pixels", tooManyPixelsMessage);
  const refusal = await admit?.(pixels);
  if (refusal) return refusal;

  const upright = await decode(
    takeTurn,
    sharp(source, options)
      .autoOrient()
      .rotate(quarterTurns * 90)
      .resize({
        width: photoWidths[photoWidths.length - 1],
        height: mostHeight,
        fit: "inside",
        withoutEnlargement: true,
      })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb"),
  ).catch(() => null);
  if (!upright) return refuse("damaged", damagedPhotoMessage);

  const { width, height } = upright;
  const widths = [...photoWidths.filter((candidate) => candidate < width), width];
  // The largest takes longest, so start it first.
  const [cover, color, ...variants] = await Promise.all([
    makeCover(takeTurn, upright),
    findColor(takeTurn, upright),
    ...widths.toReversed().map((target) => encode(takeTurn, upright, target, effort)),
  ]);
  return { ok: true, width, height, widths, color, variants: variants.reverse().flat(), cover };
}

export interface Picture {
  pixels: Buffer;
  width: number;
  height: number;
  channels: Channels;
}

function decode(takeTurn: TakeTurn, picture: Sharp): Promise<Picture> {
  return takeTurn(async () => {
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    return { pixels: data, width: info.width, height: info.height, channels: info.channels };
  });
}

function load({ pixels, width, height, channels }: Picture): Sharp {
  return sharp(pixels, { raw: { width, height, channels } });
}

/** Both formats share one resize. */
async function encode(
  takeTurn: TakeTurn,
  picture: Picture,
  width: number,
  effort: number,
): Promise<Variant[]> {
  const sized =
    width === picture.width ? picture : await decode(takeTurn, load(picture).resize({ width }));
  return Promise.all([
    takeTurn(async () => {
      const bytes = await load(sized).avif({ quality: avifQuality, effort }).toBuffer();
      return { width, format: "avif" as const, bytes };
    }),
    takeTurn(async () => {
      const bytes = await load(sized).jpeg(jpeg).toBuffer();
      return { width, format: "jpg" as const, bytes };
    }),
  ]);
}

async function findColor(takeTurn: TakeTurn, picture: Picture): Promise<string> {
  const { pixels } = await decode(takeTurn, load(picture).resize(1, 1));
  return `#${pixels.subarray(0, 3).toString("hex")}`;
}

/** Crops to the middle. */
async function makeCover(takeTurn: TakeTurn, picture: Picture): Promise<Buffer> {
  const filled = await decode(takeTurn, load(picture).resize({ ...coverSize, fit: "cover" }));
  return takeTurn(() => encodeSharedJpeg(filled));
}

/** A JPEG for link previews; its quality goes down until the size fits. */
export async function encodeSharedJpeg(picture: Picture): Promise<Buffer> {
  for (let quality = jpeg.quality; ; quality -= 10) {
    const bytes = await load(picture)
      .jpeg({ ...jpeg, quality })
      .toBuffer();
    if (bytes.length < largestCover || quality < 20) return bytes;
  }
}
