import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { FileStore } from "@tus/file-store";
import { syncFile, syncFolder } from "../../platform/db/files/durable-files.server.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Disk, PhotoStore, ReceivedFiles, StoredFile } from "./store.server.ts";

/** Files up to this size are read at once: streaming them would cost more than it saves. */
const readAtOnce = 64 * 1024;

export function openFolder(
  photosDir: string,
  uploadsDir: string,
): Omit<PhotoStore, "settings" | "freeSpace"> {
  return {
    disk: openFolderDisk(photosDir),
    openFile: (key) => openFile(join(photosDir, key)),
    flush: (key) => flush(photosDir, key),
    uploads: receiveInto(uploadsDir),
  };
}

/** Files that `put` wrote need a flush to survive a power cut. Keys can't lead out of the folder. */
export function openFolderDisk(folder: string): Disk {
  const root = resolve(folder);
  function pathOf(key: string): string {
    const path = join(root, key);
    if (!path.startsWith(root + sep)) throw new Error(`The key ${key} is outside the folder`);
    return path;
  }
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    },
    getBytes: async (key) => readFile(pathOf(key)),
    getStream: async (key) => createReadStream(pathOf(key)),
    exists: async (key) => (await openFile(pathOf(key))) !== null,
    delete: async (key) => rm(pathOf(key), { force: true }),
    deleteAll: async (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
    async *list(prefix) {
      const options = { recursive: true, withFileTypes: true } as const;
      const entries = await readdir(pathOf(prefix), options).catch((error) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name);
        const key = relative(root, path).replaceAll(sep, "/");
        if (entry.isFile()) yield { key, findModified: async () => (await stat(path)).mtime };
      }
    },
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
