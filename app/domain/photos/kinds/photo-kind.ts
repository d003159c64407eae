import { heicMessage } from "../photo.ts";

/** Number of bytes at the start of a file that {@link kindOf} reads: enough for a TIFF's first tags. */
export const kindHeaderBytes = 4096;

/** Recognizes the format of a picture, or of a file that a gallery shows among the pictures. */
const signatures: [kind: string, at: number, bytes: string][] = [
  ["jpeg", 0, "\xff\xd8\xff"],
  ["png", 0, "\x89PNG\r\n\x1a\n"],
  ["gif", 0, "GIF8"],
  ["webp", 8, "WEBP"],
  ["avif", 4, "ftypavif"],
  ["avif", 4, "ftypavis"],
  ["raw", 4, "ftypcrx "],
  ["raw", 0, "FUJIFILMCCD-RAW"],
  ["raw", 0, "IIU\0"],
  ["raw", 0, "IIRO"],
  ["raw", 0, "IIRS"],
  ["raw", 0, "MMOR"],
  ["jxl", 0, "\xff\x0a"],
  ["jxl", 4, "JXL \r\n\x87\n"],
  ["jp2", 4, "jP  \r\n\x87\n"],
  ["bmp", 0, "BM"],
  ["psd", 0, "8BPS"],
  ["video", 4, "ftyp"],
  ["video", 0, "\x1a\x45\xdf\xa3"],
];

const names = {
  jpeg: "JPEG",
  png: "PNG",
  gif: "GIF",
  webp: "WebP",
  avif: "AVIF",
  tiff: "TIFF",
  heic: "HEIC",
  raw: "RAW",
  jxl: "JPEG XL",
  jp2: "JPEG 2000",
  bmp: "BMP",
  psd: "PSD",
  video: "vídeo",
} as const;

export type PhotoKind = keyof typeof names;

/** Kinds that the site can't decode. Browsers can show some of them. */
const unreadable: ReadonlySet<PhotoKind> = new Set([
  "heic",
  "raw",
  "jxl",
  "jp2",
  "bmp",
  "psd",
  "video",
]);

/** Names of the raw formats of cameras, which are TIFF by their first bytes. */
const rawName = /\.(dng|cr[23w]|n[er]f|nrw|arw|sr[2fw]|raf|rw2|orf|pef|raw)$/i;

/** Recognises a file by its first bytes: type and name are often missing or wrong. Null if it is none of these. */
export function kindOf(header: Uint8Array, name = ""): PhotoKind | null {
  if (isHeic(header)) return "heic";
  const text = String.fromCharCode(...header.subarray(0, 32));
  const tiff = /^(II[*+]\0|MM\0[*+])/.test(text);
  if (tiff) return isRawTiff(header) || rawName.test(name) ? "raw" : "tiff";
  // A container that names AVIF only among its other brands.
  if (/^.{4}ftypm[is]f1/s.test(text) && /avi[fs]/.test(text)) return "avif";
  const found = signatures.find(([, at, bytes]) => text.startsWith(bytes, at));
  return found ? (found[0] as PhotoKind) : null;
}

const dngVersion = 50_706;
const subfileType = 254;
const reducedResolution = 1;

/** Raw photos start with a small preview, which must not pass for the photo; DNG names its format. */
function isRawTiff(header: Uint8Array): boolean {
  if (header.length < 16) return false;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const isLittle = header[0] === 0x49;
  if (String.fromCharCode(...header.subarray(8, 10)) === "CR") return true;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > header.length) return false;
  const count = view.getUint16(start, isLittle);
  for (let at = start + 2; at < start + 2 + count * 12 && at + 12 <= header.length; at += 12) {
    const tag = view.getUint16(at, isLittle);
    if (tag === dngVersion) return true;
    if (tag === subfileType && view.getUint32(at + 8, isLittle) & reducedResolution) return true;
  }
  return false;
}

const asJpeg =
  "No Android, abra na Galeria, toque em Editar e salve uma cópia: ela vira JPEG. No iPhone, mande para você mesmo no WhatsApp e salve a que chegar.";

const messages: Partial<Record<PhotoKind, string>> = {
  heic: heicMessage,
  raw: "Não abrimos fotos RAW (DNG), que são o negativo da câmera. No Android, escolha a JPEG que a câmera salvou junto; no iPhone, mande a sua para você mesmo no WhatsApp e salve a que chegar. Para as próximas, desligue “RAW” na câmera; no iPhone, em Ajustes, Câmera, Formatos, desligue “Apple ProRAW”.",
  video:
    "O anúncio só leva fotos, e isto é um vídeo. Pare o vídeo na melhor cena, tire um print e envie o print.",
};

/** Says that the file is whole, what it is, and how a phone makes a photo of it that the site can open. */
export function unsupportedMessage(kind: PhotoKind): string {
  const what = unreadable.has(kind)
    ? `Não abrimos imagens ${names[kind]}.`
    : `Não abrimos este tipo de ${names[kind]}, que é raro.`;
  return messages[kind] ?? `${what} ${asJpeg}`;
}

/** Why the site can't open a file of this kind, whatever is in it; null if it can. */
export function refuseKind(kind: PhotoKind | null): string | null {
  return kind && unreadable.has(kind) ? unsupportedMessage(kind) : null;
}

/** Number of bytes at the start of a file that {@link isHeic} reads. */
export const heicHeaderBytes = 256;

/** Brands of pictures compressed with HEVC, alone or in a sequence. */
const hevcBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"];

/** Brands of containers for any compression; AVIF files also name their own. */
const containerBrands = ["mif1", "msf1"];

const avifBrands = ["avif", "avis"];

/** Recognises HEIC by the brands in its header: type and name of a file are often missing or wrong. */
export function isHeic(header: Uint8Array): boolean {
  if (readText(header, 4) !== "ftyp") return false;
  const length = new DataView(header.buffer, header.byteOffset).getUint32(0);
  const brands: string[] = [];
  // The four bytes at 12 are a version.
  for (let at = 8; at + 4 <= Math.min(length, header.length); at += at === 8 ? 8 : 4) {
    brands.push(readText(header, at));
  }
  const names = (known: string[]) => brands.some((brand) => known.includes(brand));
  return names([...hevcBrands, ...containerBrands]) && !names(avifBrands);
}

function readText(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
