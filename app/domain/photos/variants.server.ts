import { open as openFile, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import sharp, { type Channels, type Sharp, type SharpOptions } from "sharp";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { createSharedQueue } from "../../platform/web/shared-queue.server.ts";
import {
  kindHeaderBytes,
  kindOf,
  type PhotoKind,
  refuseKind,
  unsupportedMessage,
} from "./kinds/photo-kind.ts";
import {
  coverSize,
  damagedPhotoMessage,
  firstWidth,
  maxPhotoPixels,
  notAnImageMessage,
  type PhotoFormat,
  photoWidths,
  tooManyPixelsMessage,
} from "./photo.ts";

interface Variant {
  width: number;
  format: PhotoFormat;
  bytes: Buffer;
}

export interface Variants {
  ok: true;
  /** Width in px of the largest variant, whether made yet or not. */
  width: number;
  height: number;
  /** Widths in px of the variants below, ascending. */
  widths: number[];
  color: string;
  variants: Variant[];
  /** Null if it wasn't asked for. */
  cover: Buffer | null;
  /** True while sizes remain to be made. */
  sizesDue: boolean;
}

export interface PhotoRefusal
  extends Refusal<
    | "not-an-image"
    | "unsupported"
    | "too-many-pixels"
    | "damaged"
    | "too-much-decoding"
    | "canceled"
  > {
  /** Set if the same file may be accepted later. */
  retryAfterSeconds?: number;
}

const notAnImage = refuse("not-an-image", notAnImageMessage);
const tooManyPixels = refuse("too-many-pixels", tooManyPixelsMessage);
const damaged = refuse("damaged", damagedPhotoMessage);

interface VariantOptions {
  /** The owner of the photo: owners take turns at encoding. */
  owner?: string;
  /** Called with the declared pixels before decoding; may refuse. */
  admit?: (pixels: number) => Promise<PhotoRefusal | null>;
  /** Clockwise quarter turns of the upright photo. */
  quarterTurns?: number;
  /** Effort of AVIF: each step less halves the time and adds about a tenth to the bytes. */
  effort?: number;
  /** Variants that exist already and aren't made again. */
  made?: { widths: readonly number[]; cover: boolean };
}

interface BackgroundOptions extends Omit<VariantOptions, "owner" | "admit"> {
  signal?: AbortSignal;
}

type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The formats of phones and cameras, not SVG or PDF. */
const readableFormats = new Set(["jpeg", "png", "webp", "heif", "gif", "tiff"]);

// At effort 2, 12 megapixels take a sixth of the time of sharp's default of 4, for 10 % more bytes.
// Halving the resolution of colours (4:2:0), as JPEG does, saves 10 % of the bytes, and time.
const avif = { quality: 55, chromaSubsampling: "4:2:0" } as const;
const usualEffort = 2;
/** Effort above 1600 px: such variants are seldom downloaded and take most of the time. */
const largeEffort = 1;
const jpeg = { quality: 78, mozjpeg: true } as const;

const maxWidth = photoWidths[photoWidths.length - 1] ?? firstWidth;

/** AVIF's limit per side in px; taller photos are scaled down. */
const maxHeight = 16_384;

/** Limit in bytes for link previews: WhatsApp shows no larger picture. */
const maxCoverBytes = 300_000;

/** Photos decoded at once: 12 megapixels take 36 MB of memory, 100 take 300. */
export const photosAtOnce = 2;

/** One encoding per core at most, so that requests get their share. */
const encodingsAtOnce = availableParallelism();

const photoQueue = createSharedQueue("photos", photosAtOnce);
const encodingQueue = createSharedQueue("encoding", encodingsAtOnce);

/** This queue leaves a core to requests and first sizes. */
const backgroundQueue = createSharedQueue("background encoding", Math.max(1, encodingsAtOnce - 1));

/**
 * Makes upright variants without EXIF or GPS, in sRGB, never enlarged. Refuses unreadable or
 * truncated files and too many pixels. Owners take turns, and each owner's photos stay in order.
 */
export function makeVariants(
  source: string | Buffer,
  { owner = "", ...options }: VariantOptions = {},
): Promise<Variants | PhotoRefusal> {
  return photoQueue(owner, async () => {
    const takeTurn: TakeTurn = (work) => encodingQueue(owner, work);
    const size = await inspect(source, takeTurn, options);
    return "ok" in size ? size : makeAll(source, takeTurn, options);
  });
}

/** Photos up to this many pixels are fast enough to make all their variants at once. */
const fastPixels = 2_000_000;

/**
 * Makes all variants of small photos as {@link makeVariants} does; of larger ones only the first
 * size, so that they can be published. {@link makeOtherVariants} makes the rest.
 */
export function makeFirstVariants(
  source: string | Buffer,
  { owner = "", ...options }: VariantOptions = {},
): Promise<Variants | PhotoRefusal> {
  return photoQueue(owner, async () => {
    const takeTurn: TakeTurn = (work) => encodingQueue(owner, work);
    const size = await inspect(source, takeTurn, options);
    if ("ok" in size) return size;
    const { width, height } = size;
    if (width * height <= fastPixels || width <= firstWidth) {
      return makeAll(source, takeTurn, options);
    }
    // Decoding straight to a smaller size is several times faster.
    const first = await decodeWhole(source, takeTurn, { width: firstWidth });
    if ("ok" in first) return first;
    const [color, variants] = await Promise.all([
      findColor(takeTurn, first),
      encode(takeTurn, first, first.width, usualEffort),
    ]);
    const scale = Math.min(1, maxWidth / width, maxHeight / height);
    const shown = { width: Math.round(width * scale), height: Math.round(height * scale) };
    const widths = [first.width];
    return { ok: true, ...shown, widths, color, variants, cover: null, sizesDue: true };
  });
}

/**
 * Makes the remaining variants in the background: other work with photos does not wait for it. Once
 * the signal aborts, throws as soon as the step in progress is done; a step can't be interrupted.
 */
export async function makeOtherVariants(
  source: string | Buffer,
  { signal, ...options }: BackgroundOptions = {},
): Promise<Variants | PhotoRefusal> {
  const takeTurn: TakeTurn = (work) =>
    backgroundQueue("", async () => {
      signal?.throwIfAborted();
      return work();
    });
  const size = await inspect(source, takeTurn, options);
  const made = "ok" in size ? size : await makeAll(source, takeTurn, options);
  // An interrupted step looks like a damaged photo.
  signal?.throwIfAborted();
  return made;
}

/** Returns the upright size, or why the file is refused. */
async function inspect(
  source: string | Buffer,
  takeTurn: TakeTurn,
  { admit }: VariantOptions,
): Promise<{ width: number; height: number } | PhotoRefusal> {
  if (source.length === 0) return notAnImage;
  // sharp reads the size of some, but has no decoder for them.
  const kind = await readKind(source);
  const unsupported = refuseKind(kind);
  if (unsupported) return refuse("unsupported", unsupported);
  const picture = sharp(source, { failOn: "error", limitInputPixels: false });
  const metadata = await takeTurn(() => picture.metadata()).catch(() => null);
  if (!metadata) {
    if ((await readDeclaredPixels(source)) > maxPhotoPixels) return tooManyPixels;
    return kind ? damaged : notAnImage;
  }
  if (!readableFormats.has(metadata.format)) return notAnImage;
  const pixels = metadata.width * metadata.height;
  if (pixels > maxPhotoPixels) return tooManyPixels;
  return (await admit?.(pixels)) ?? metadata.autoOrient;
}

interface Opening {
  /** Limit in px of the upright picture. */
  width: number;
  quarterTurns?: number | undefined;
}

function open(
  source: string | Buffer,
  { width, quarterTurns = 0 }: Opening,
  failOn: SharpOptions["failOn"] = "error",
): Sharp {
  return sharp(source, { failOn, limitInputPixels: maxPhotoPixels })
    .autoOrient()
    .rotate(quarterTurns * 90)
    .resize({ width, height: maxHeight, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb");
}

async function makeAll(
  source: string | Buffer,
  takeTurn: TakeTurn,
  { quarterTurns, effort = usualEffort, made }: VariantOptions,
): Promise<Variants | PhotoRefusal> {
  const upright = await decodeWhole(source, takeTurn, { width: maxWidth, quarterTurns });
  if ("ok" in upright) return upright;
  const { width, height } = upright;
  const wanted = [...photoWidths.filter((candidate) => candidate < width), width].filter(
    (target) => !made?.widths.includes(target),
  );
  // The largest takes longest, so start it first.
  const [cover, color, ...variants] = await Promise.all([
    made?.cover ? null : makeCover(takeTurn, upright),
    findColor(takeTurn, upright),
    ...wanted
      .toReversed()
      .map((target) =>
        encode(takeTurn, upright, target, target > 1600 ? Math.min(largeEffort, effort) : effort),
      ),
  ]);
  return {
    ok: true,
    width,
    height,
    widths: wanted,
    color,
    variants: variants.reverse().flat(),
    cover,
    sizesDue: false,
  };
}

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

/** Errors of decoders about an intact file that they don't support, such as a TIFF with LZMA. */
const unsupportedError = /unsupported|not supported|not configured|not been built|not implemented/i;

/** Decodes a file, or says whether it is damaged or of a rare kind. */
async function decodeWhole(
  source: string | Buffer,
  takeTurn: TakeTurn,
  opening: Opening,
): Promise<Picture | PhotoRefusal> {
  try {
    return await decode(takeTurn, open(source, opening));
  } catch (error) {
    if (String(error).includes("premature end of JPEG")) {
      const closed = await withClosingBytes(source);
      // Any warning now means that lines are missing.
      return decode(takeTurn, open(closed, opening, "warning")).catch(() => damaged);
    }
    const kind = unsupportedError.test(String(error)) ? await readKind(source) : null;
    return kind ? refuse("unsupported", unsupportedMessage(kind)) : damaged;
  }
}

/** Some cameras and programs leave out the two bytes that end a JPEG, after all its lines. */
async function withClosingBytes(source: string | Buffer): Promise<Buffer> {
  const bytes = typeof source === "string" ? await readFile(source) : source;
  return Buffer.concat([bytes, Buffer.from([0xff, 0xd9])]);
}

function load({ pixels, width, height, channels }: Picture): Sharp {
  return sharp(pixels, { raw: { width, height, channels } });
}

/** Encodes a width in both formats, which share one resize. */
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
      const bytes = await load(sized)
        .avif({ ...avif, effort })
        .toBuffer();
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

/** Crops the middle of the picture. */
async function makeCover(takeTurn: TakeTurn, picture: Picture): Promise<Buffer> {
  const filled = await decode(takeTurn, load(picture).resize({ ...coverSize, fit: "cover" }));
  return takeTurn(() => encodeSharedJpeg(filled));
}

/** Encodes a JPEG for link previews; its quality goes down until the size fits. */
async function encodeSharedJpeg(picture: Picture): Promise<Buffer> {
  for (let quality = jpeg.quality; ; quality -= 10) {
    const bytes = await load(picture)
      .jpeg({ ...jpeg, quality })
      .toBuffer();
    if (bytes.length < maxCoverBytes || quality < 20) return bytes;
  }
}

/** Total bytes of all files. */
export function countBytes({ variants, cover }: Pick<Variants, "variants" | "cover">): number {
  return variants.reduce((all, { bytes }) => all + bytes.length, cover?.length ?? 0);
}

/** Recognises a photo by its content; `source` is a path or the file itself. */
async function readKind(source: string | Buffer): Promise<PhotoKind | null> {
  return kindOf(await readHeader(source));
}

/** Pixels that a PNG declares, also more than a decoder reads; 0 of other files. */
async function readDeclaredPixels(source: string | Buffer): Promise<number> {
  const header = await readHeader(source);
  if (kindOf(header) !== "png" || header.length < 24) return 0;
  const view = new DataView(header.buffer, header.byteOffset);
  return view.getUint32(16) * view.getUint32(20);
}

async function readHeader(source: string | Buffer): Promise<Uint8Array> {
  if (typeof source !== "string") return source.subarray(0, kindHeaderBytes);
  const file = await openFile(source);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(kindHeaderBytes) });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
