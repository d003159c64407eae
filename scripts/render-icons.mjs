// Renders home-screen icons, apple-touch-icon.png and favicon.ico. Run after changing the mark.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const target = new URL("../public/", import.meta.url);

const lake = "#0c4a50";
const onLake = "#f7f4e8";
/** The mark of app/platform/ui/shell/shell.tsx, in a viewBox of 44 × 35. */
const mark = `<path fill="${onLake}" d="M1 17.6l5.3-3.1 3.3-8.9c.7-1.8 1.5-2.4 3.3-2.4h4.6l-.4 9.2c0 .8 1.8.8 1.8 0l.1-9.2h7.2c1.6 0 2.4.5 3.2 1.9l2.5 4.3c.3.5.6.7 1.2.7h2.2c1.2 0 1.8.4 2.3 1.3L43 17.6z"/><path stroke="${onLake}" stroke-width="2.2" stroke-linecap="round" d="M3 21.5h38M8.5 25.4h25M12 29.3h10.5M27 29.3h3.5M15 33h9"/>`;

/** `share` (the mark's width) and `radius` (the corners) are fractions of the square. */
function icon(size, { share, radius }) {
  const scale = share * (100 / 44);
  const [x, y] = [50 - 22 * scale, 50 - 18.6 * scale];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" fill="none"><rect width="100" height="100" rx="${radius * 100}" fill="${lake}"/><g transform="translate(${x} ${y}) scale(${scale})">${mark}</g></svg>`;
  const density = Math.max(72, Math.ceil(0.72 * size));
  return sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** Makes an ICO of pictures keyed by size in px. */
function ico(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.size);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.size, 4);
  let entry = 6;
  let offset = header.length;
  for (const [size, bytes] of pictures) {
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(bytes.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    entry += 16;
    offset += bytes.length;
  }
  return Buffer.concat([header, ...pictures.values()]);
}

async function write(name, bytes) {
  await writeFile(fileURLToPath(new URL(name, target)), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}

const rounded = { share: 0.76, radius: 0.2 };
// Phones may crop maskable icons to a circle of 80 %; iOS rounds the corners itself.
const full = { share: 0.56, radius: 0 };
const touch = { share: 0.68, radius: 0 };

await mkdir(new URL("icones/", target), { recursive: true });
await write("icones/icone-192.png", await icon(192, rounded));
await write("icones/icone-512.png", await icon(512, rounded));
await write("icones/icone-recortavel-512.png", await icon(512, full));
await write("apple-touch-icon.png", await icon(180, touch));
const small = { share: 0.86, radius: 0.18 };
const sizes = [16, 32, 48];
const pictures = await Promise.all(sizes.map((size) => icon(size, small)));
await write("favicon.ico", ico(new Map(sizes.map((size, place) => [size, pictures[place]]))));
