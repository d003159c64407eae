import type { StatsFs } from "node:fs";
import { statfs } from "node:fs/promises";

/** Space on the disk that holds the site's data. */
export interface FreeSpace {
  bytes: number;
  /** Share of the whole disk, from 0 to 1. */
  share: number;
  /** True if new photos are refused, so that the database can go on writing. */
  isLow: boolean;
}

const minShare = 0.1;
const minBytes = 2_000_000_000;

/** `minFreeBytes` replaces both minimums, a tenth of the disk and 2 GB; 0 never calls it low. */
export async function freeSpace(folder: string, minFreeBytes: number | null): Promise<FreeSpace> {
  return describeDisk(await statfs(folder), minFreeBytes);
}

/** A file wasn't written, so that the database can go on writing. */
export class DiskFull extends Error {
  override name = "DiskFull";

  constructor() {
    super("o site está sem espaço para fotos novas");
  }
}

/** Throws unless `folder` can take so many bytes and still leave `spare`. */
export async function requireSpace(folder: string, bytes: number, spare: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free - bytes >= spare) return;
  throw new Error(
    `Falta espaço em disco para o backup: ${folder} tem ${inMegabytes(free)} livres, e ${inMegabytes(spare)} precisam sobrar.`,
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`;
}

export function describeDisk(
  { bavail, bsize, blocks }: Pick<StatsFs, "bavail" | "bsize" | "blocks">,
  minFreeBytes: number | null,
): FreeSpace {
  const bytes = bavail * bsize;
  // Some file systems don't report their size.
  const share = blocks > 0 ? bavail / blocks : 1;
  const isLow = minFreeBytes === null ? share < minShare || bytes < minBytes : bytes < minFreeBytes;
  return { bytes, share, isLow };
}
