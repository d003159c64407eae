import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

interface Look {
  /** Adds grain, which makes the file larger. */
  detail?: boolean;
  orientation?: number;
}

const jpegs = new Map<string, Promise<Buffer>>();

/** Makes a photo-like JPEG; the same bytes for the same arguments, encoded once per process. */
export function makeJpeg(width: number, height: number, look: Look = {}): Promise<Buffer> {
  const key = JSON.stringify([width, height, look]);
  const jpeg = jpegs.get(key) ?? encodeJpeg(width, height, look);
  jpegs.set(key, jpeg);
  return jpeg;
}

async function encodeJpeg(
  width: number,
  height: number,
  { detail = false, orientation }: Look,
): Promise<Buffer> {
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#e8c98a"/><stop offset="1" stop-color="#0c4a50"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><circle cx="70%" cy="30%" r="9%" fill="#fff4d8"/></svg>`;
  let picture = sharp(Buffer.from(scene));
  if (detail) {
    const grain = await sharp({
      create: {
        width: Math.ceil(width / 4),
        height: Math.ceil(height / 4),
        channels: 3,
        background: "#808080",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    })
      .resize(width, height)
      .png()
      .toBuffer();
    picture = picture.composite([{ input: grain, blend: "soft-light" }]);
  }
  return picture
    .withExif({ IFD0: { Copyright: "segredo" }, IFD3: { GPSLatitude: "20/1 36/1 0/1" } })
    .withMetadata(orientation ? { orientation } : {})
    .jpeg({ quality: detail ? 88 : 60 })
    .toBuffer();
}

/** Enlarges a JPEG with comments to at least `size` bytes, which costs no time to decode. */
export function padJpeg(jpeg: Buffer, size: number): Buffer {
  const comment = Buffer.alloc(65_537, "comment ");
  comment.writeUInt16BE(0xfffe, 0);
  comment.writeUInt16BE(65_535, 2);
  const count = Math.ceil((size - jpeg.length) / comment.length);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array(count).fill(comment), jpeg.subarray(2)]);
}

/** Makes what looks like a phone's HEIC: an AVIF by other names, which nothing here can decode. */
export async function makeHeic(width: number, height: number): Promise<Buffer> {
  const avif = await sharp(await makeJpeg(width, height))
    .avif({ effort: 0 })
    .toBuffer();
  const renamed = avif
    .toString("latin1")
    .replaceAll(/avif|MA1[AB]/g, "heic")
    .replaceAll("av01", "hvc1")
    .replaceAll("av1C", "hvcC");
  return Buffer.from(renamed, "latin1");
}

/** Makes a tiny PNG whose header declares these dimensions. */
export function makePngDeclaring(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(64));
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", data),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Makes a DNG as phones write it: a TIFF that starts with a small preview of the raw photo. */
export async function makeDng(width: number, height: number): Promise<Buffer> {
  const { data } = await sharp(await makeJpeg(width, height))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [short, long, byte] = [3, 4, 1];
  const pixelsAt = 256;
  const tags: [tag: number, type: number, count: number, value: number][] = [
    [254, long, 1, 1],
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 1, 8],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, pixelsAt],
    [277, short, 1, 3],
    [278, long, 1, height],
    [279, long, 1, data.length],
    [284, short, 1, 1],
    // DNGVersion 1.4.0.0
    [50_706, byte, 4, 0x0401],
  ];
  const header = Buffer.alloc(pixelsAt);
  header.write("II*\0", "latin1");
  header.writeUInt32LE(8, 4);
  header.writeUInt16LE(tags.length, 8);
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const at = 10 + index * 12;
    header.writeUInt16LE(tag, at);
    header.writeUInt16LE(type, at + 2);
    header.writeUInt32LE(count, at + 4);
    header.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([header, data]);
}
