import { coverFile, type Photo } from "../app/domain/photos/photo.ts";
import { listFilesOf, type PhotoStore } from "../app/domain/photos/store.server.ts";

export type PhotoRow = Pick<Photo, "id" | "key" | "widths" | "cover">;

export function isComplete(row: PhotoRow, files: ReadonlySet<string>): boolean {
  return listFilesOf(row).every((name) => files.has(name));
}

/** Drops the sizes that lack a file; a photo that loses all of them is lost. */
export function withoutMissingFiles(row: PhotoRow, files: ReadonlySet<string>): PhotoRow {
  const { key, cover } = row;
  const widths = row.widths.filter((width) =>
    isComplete({ ...row, widths: [width], cover: false }, files),
  );
  return { ...row, widths, cover: cover && files.has(`${key}/${coverFile}`) };
}

/** Returns null if the file is missing. */
export async function readStored(store: PhotoStore, key: string): Promise<Uint8Array | null> {
  try {
    return await store.disk.getBytes(key);
  } catch (error) {
    if (await store.disk.exists(key)) throw error;
    return null;
  }
}
