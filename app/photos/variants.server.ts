import { availableParallelism } from "node:os";
import sharp, { type Channels, type Sharp } from "sharp";
import { createFairQueue } from "../site/fair-queue.ts";
import { type Refusal, refuse } from "../site/refusal.ts";
import {
  coverSize,
  damagedPhotoMessage,
  maxPhotoPixels,
  notAnImageMessage,
  type PhotoFormat,
  photoWidths,
  tooManyPixelsMessage,
} from "./photo.ts";

/** One encoded size of a photo. */
interface Variant {
  width: number;
  format: PhotoFormat;
  bytes: Buffer;
}

/** A photo decoded and encoded again in all its sizes. */
export interface Variants {
  ok: true;
  /** Size of the largest, px. */
  width: number;
  height: number;
  widths: number[];
  /** Average colour, `#rrggbb`. */
  color: string;
  variants: Variant[];
  /** The picture of shared links: JPEG of {@link coverSize}. */
  cover: Buffer;
}

/** A file that does not become a photo. */
export interface PhotoRefusal
  extends Refusal<
    "not-an-image" | "too-many-pixels" | "damaged" | "too-much-decoding" | "canceled"
  > {
  /** Set if the same file may be accepted after this time. */
  retryAfterSeconds?: number;
}

const notAnImage = refuse("not-an-image", notAnImageMessage);

interface VariantOptions {
  /** Whose photo it is: owners who send photos at the same time are served in turn. */
  owner?: string;
  /** Asked before the picture is decoded, with the pixels it declares; may refuse it. */
  admit?: (pixels: number) => Promise<PhotoRefusal | null>;
}

/** A piece of work that waits for its owner's turn. */
type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** What a phone or a camera makes; drawings with scripts and documents stay outside. */
const readableFormats = new Set(["jpeg", "png", "webp", "heif", "gif", "tiff"]);

// At effort 2 a 12-megapixel photo is encoded six times faster than at sharp's own 4, and is 10 %
// larger.
const avif = { quality: 55, effort: 2 } as const;
const jpeg = { quality: 78, mozjpeg: true } as const;

/** The most px AVIF takes along a side; a strip that is taller is made smaller as a whole. */
const mostHeight = 16_384;

/** Above this, in bytes, WhatsApp shows no picture with a link. */
const largestCover = 300_000;

/** Photos decoded at once, at most: 12 megapixels are 36 MB of memory, 100 are 300. */
export const photosAtOnce = 2;

/** Work for sharp at once, at most: no more than there are cores, so that requests get their turn. */
const encodingsAtOnce = availableParallelism();

const photoQueue = createFairQueue(photosAtOnce);
const encodingQueue = createFairQueue(encodingsAtOnce);

/**
 * Decodes a picture and makes its variants: upright, without EXIF or GPS, in sRGB, never enlarged.
 * Gives a refusal for a file that is no readable picture, breaks off, or declares too many pixels.
 * May be called for many photos at once: owners are served in turn, each owner's photos in order.
 */
export function makeVariants(
  source: string | Buffer,
  { owner = "", admit }: VariantOptions = {},
): Promise<Variants | PhotoRefusal> {
  return photoQueue(owner, () => make(source, (work) => encodingQueue(owner, work), admit));
}

async function make(
  source: string | Buffer,
  takeTurn: TakeTurn,
  admit: VariantOptions["admit"],
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
  // The largest takes longest: begun first, it does not keep the others waiting at the end.
  const [cover, color, ...variants] = await Promise.all([
    makeCover(takeTurn, upright),
    findColor(takeTurn, upright),
    ...widths.toReversed().map((target) => encode(takeTurn, upright, target)),
  ]);
  return { ok: true, width, height, widths, color, variants: variants.reverse().flat(), cover };
}

/** A picture in memory, pixel by pixel. */
interface Picture {
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

/** One width in both formats; the sizing is done once for the two. */
async function encode(takeTurn: TakeTurn, picture: Picture, width: number): Promise<Variant[]> {
  const sized =
    width === picture.width ? picture : await decode(takeTurn, load(picture).resize({ width }));
  return Promise.all([
    takeTurn(async () => {
      const bytes = await load(sized).avif(avif).toBuffer();
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

/** Fills the cover with the middle of the picture, as good as its bytes allow. */
async function makeCover(takeTurn: TakeTurn, picture: Picture): Promise<Buffer> {
  const filled = await decode(takeTurn, load(picture).resize({ ...coverSize, fit: "cover" }));
  for (let quality = jpeg.quality; ; quality -= 10) {
    const bytes = await takeTurn(() =>
      load(filled)
        .jpeg({ ...jpeg, quality })
        .toBuffer(),
    );
    if (bytes.length < largestCover || quality < 20) return bytes;
  }
}
