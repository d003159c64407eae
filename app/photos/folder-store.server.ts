import { createReadStream } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { syncFile, syncFolder } from "../db/durable-files.server.ts";
import { isUuid } from "../db/uuid.ts";
import type { PhotoStore, ReceivedFiles, StoredFile } from "./store.server.ts";

/** Files up to this size are read at once: streaming them would cost more than it saves. */
const readAtOnce = 64 * 1024;

export function openFolder(
  photosDir: string,
  uploadsDir: string,
): Omit<PhotoStore, "settings" | "freeSpace"> {
  return {
    disk: new Disk(new FSDriver({ location: photosDir, visibility: "public" })),
    openFile: (key) => openFile(join(photosDir, key)),
    flush: (key) => flush(photosDir, key),
    uploads: receiveInto(uploadsDir),
  };
}

async function flush(photosDir: string, key: string): Promise<void> {
  const folder = join(photosDir, key);
  const names = await readdir(folder);
  // Files are synced in parallel, so that the file system commits its journal once.
  await Promise.all(names.map((name) => syncFile(join(folder, name))));
  // Any parent folder may be as new as the photo.
  for (let parent = folder; parent !== photosDir; parent = dirname(parent))
    await syncFolder(parent);
  await syncFolder(photosDir);
}

async function openFile(path: string): Promise<StoredFile | null> {
  const entry = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
  if (!entry?.isFile()) return null;
  return {
    size: entry.size,
    etag: `"${entry.size.toString(36)}-${Math.floor(entry.mtimeMs).toString(36)}"`,
    modified: entry.mtime,
    async read(start, end) {
      const length = end - start + 1;
      if (length > readAtOnce) return Readable.toWeb(createReadStream(path, { start, end }));
      const file = await open(path);
      try {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, start);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
  };
}

function receiveInto(directory: string): ReceivedFiles {
  const datastore = new FileStore({ directory });
  return {
    datastore,
    async isWhole(id) {
      const upload = await datastore.getUpload(id).catch(() => null);
      return upload !== null && upload.offset === upload.size;
    },
    withFile: (id, work) => work(join(directory, id)),
    async remove(id) {
      await rm(join(directory, id), { force: true });
      await rm(join(directory, `${id}.json`), { force: true });
    },
    async listOlder(ageMs) {
      const ids = new Set<string>();
      for (const name of await readdir(directory)) {
        const id = name.replace(/\.json$/, "");
        if (!isUuid(id) || ids.has(id)) continue;
        const entry = await stat(join(directory, name)).catch(() => null);
        if (entry && Date.now() - entry.mtimeMs > ageMs) ids.add(id);
      }
      return [...ids];
    },
  };
}
