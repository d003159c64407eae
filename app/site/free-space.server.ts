import { statfs } from "node:fs/promises";

/** Of the disk that holds the site's data. */
export interface FreeSpace {
  bytes: number;
  /** From 0 to 1, of the whole disk. */
  share: number;
  /** New photos are refused, so that the database can go on writing. */
  isLow: boolean;
}

const minShare = 0.1;
const minBytes = 2_000_000_000;

/** `minFreeBytes` replaces both minimums, a tenth of the disk and 2 GB; 0 never calls it low. */
export async function freeSpace(folder: string, minFreeBytes: number | null): Promise<FreeSpace> {
  const { bavail, bsize, blocks } = await statfs(folder);
  const bytes = bavail * bsize;
  // Some file systems, such as overlays, don't tell their size.
  const share = blocks > 0 ? bavail / blocks : 1;
  const isLow = minFreeBytes === null ? share < minShare || bytes < minBytes : bytes < minFreeBytes;
  return { bytes, share, isLow };
}
