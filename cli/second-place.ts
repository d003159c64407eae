import { createWriteStream } from "node:fs";
import { mkdir, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { syncFolder } from "../app/db/files/durable-files.server.ts";
import { openFolderDisk } from "../app/photos/folder-store.server.ts";
import type { Disk } from "../app/photos/store.server.ts";
import { requireSpace } from "../app/site/disk/free-space.server.ts";
import type { SecondPlaceSettings } from "../server/config.ts";
import type { Encrypted } from "./encryption.ts";

/** A folder on another disk, or a bucket, with encrypted copies of backups. */
export interface SecondPlace {
  disk: Disk;
  /** Throws if the place isn't there. */
  list: (prefix: string) => Promise<string[]>;
  /** The file appears only once it is complete. */
  put: (key: string, file: Encrypted) => Promise<void>;
  /** Throws unless `folder` is on another disk and this one can take so many bytes and leave `spare`. */
  prepare: (folder: string, bytes: number, spare: number) => Promise<void>;
}

/** Files up to this size are sent from memory: the S3 client retries requests, but not streams. */
const maxBufferedBytes = 32_000_000;

export async function openSecondPlace({
  place,
}: Pick<SecondPlaceSettings, "place">): Promise<SecondPlace> {
  if ("folder" in place) return openFolder(place.folder);
  // The S3 client is large, so it is loaded only if needed.
  const { openBucketDisk } = await import("../app/photos/bucket-store.server.ts");
  const disk = openBucketDisk(place.bucket);
  return {
    disk,
    list: (prefix) => listKeys(disk, prefix),
    put: async (key, { content, size }) =>
      size <= maxBufferedBytes
        ? disk.put(key, await buffer(content))
        : disk.putStream(key, content, size),
    prepare: () => Promise.resolve(),
  };
}

function openFolder(root: string): SecondPlace {
  const disk = openFolderDisk(root);
  return {
    disk,
    async list(prefix) {
      await describeFolder(root);
      const entry = await stat(join(root, prefix)).catch(() => null);
      return entry ? listKeys(disk, prefix) : [];
    },
    async put(key, { content }) {
      const path = join(root, key);
      const draft = `${path}${draftSuffix}`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }));
      await rename(draft, path);
      await syncFolder(dirname(path));
    },
    async prepare(folder, bytes, spare) {
      // An unmounted disk leaves an empty folder on the server's own.
      if ((await describeFolder(root)).dev === (await stat(folder)).dev) {
        throw new Error(
          `BACKUP_DIR (${root}) está no mesmo disco que os backups. O outro disco está montado?`,
        );
      }
      await requireSpace(root, bytes, spare);
    },
  };
}

export const draftSuffix = ".incompleto";

async function describeFolder(root: string) {
  return stat(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new Error(`BACKUP_DIR (${root}) não existe. O disco está montado?`);
  });
}

async function listKeys(disk: Disk, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of disk.list(prefix)) keys.push(key);
  return keys;
}
