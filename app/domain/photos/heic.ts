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
