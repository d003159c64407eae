import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, mkdir, readdir, readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import tar from "tar-stream";
import { replaceFile, syncFolder } from "../app/platform/db/files/durable-files.server.ts";
import { requireSpace } from "../app/platform/web/disk/free-space.server.ts";
import { mirrorVersion, photoListName } from "./archive.ts";
import type { OperatorContext } from "./context.ts";
import { readStored } from "./photo-rows.ts";

/** A backup's archive, together with the photos that it lists. */
export interface ArchiveSource {
  /** Its name in messages to the operator. */
  name: string;
  open: () => Promise<Readable>;
  /** Throws if no photo is there, as when only the archive was copied. */
  requirePhotos: () => Promise<void>;
  /** Resolves with null if the photo is missing. */
  readPhoto: (key: string) => Promise<Uint8Array | null>;
  /** Resolves with the list of what ended that is beside the archive; null if there is none. */
  readEnded: () => Promise<string | null>;
}

/** Name of the mirror, which is beside the archives that list its files. */
export const mirrorName = "fotos";

/** Bytes left for the site, which writes to the same disk on most servers. */
export const spareBytes = 1_000_000_000;

export interface PhotoMirror {
  /** Returns false if the store lacks the file. */
  store: (key: string) => Promise<boolean>;
  /** Lists everything stored, as lines of JSON. */
  list: () => string;
}

interface ListedPhoto {
  key: string;
  sha256: string;
}

/** Opens the folder with one copy of each photo for all archives, since photos never change. */
export function openMirror(
  { photoStore, dataDir }: OperatorContext,
  folder: string,
  spare = spareBytes,
): PhotoMirror {
  const listed: ListedPhoto[] = [];

  async function add(key: string, target: string): Promise<Uint8Array | null> {
    const bytes = await readStored(photoStore, key);
    if (!bytes) return null;
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    if (!photoStore.settings.bucket && (await canLink(join(dataDir, "fotos", key), target))) {
      await syncFolder(dirname(target));
      return bytes;
    }
    await requireSpace(folder, bytes.length, spare);
    await replaceFile(target, bytes);
    return bytes;
  }

  return {
    async store(key) {
      const target = join(folder, mirrorName, key);
      const bytes = (await readIfThere(target)) ?? (await add(key, target));
      if (bytes) listed.push({ key, sha256: digest(bytes) });
      return bytes !== null;
    },
    list: () => listed.map((photo) => `${JSON.stringify(photo)}\n`).join(""),
  };
}

/** False across file systems and mounts, and on those without hard links. */
async function canLink(source: string, target: string): Promise<boolean> {
  return link(source, target).then(
    () => true,
    () => false,
  );
}

/** Reads the listed photos, skipping those missing or damaged; throws if all are missing. */
export async function* readMirrored(
  source: ArchiveSource,
  list: string,
): AsyncGenerator<{ key: string; bytes: Uint8Array }> {
  const photos = parseList(list);
  if (photos.length > 0) await source.requirePhotos();
  for (const { key, sha256 } of photos) {
    if (key.split("/").includes(".."))
      throw new Error(`O backup tem um arquivo desconhecido: ${key}`);
    const bytes = await source.readPhoto(key);
    if (bytes && digest(bytes) === sha256) yield { key, bytes };
  }
}

/** Deletes the photos that none of the archives lists. Returns how many files. */
export async function pruneMirror(folder: string, archives: string[]): Promise<number> {
  const used = new Set<string>();
  for (const archive of archives) {
    for (const { key } of await listPhotosOf(join(folder, archive))) used.add(key);
  }
  const mirror = join(folder, mirrorName);
  const entries = await readdir(mirror, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const unused = files.filter(
    (path) => !used.has(path.slice(mirror.length + 1).replaceAll(sep, "/")),
  );
  for (const path of unused) {
    await rm(path);
    await removeEmpty(dirname(path), mirror);
  }
  return unused.length;
}

async function removeEmpty(folder: string, mirror: string): Promise<void> {
  for (let path = folder; path !== mirror; path = dirname(path)) {
    const isRemoved = await rmdir(path).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

/** Lists the photos an archive has in the mirror, reading only its beginning. */
async function listPhotosOf(archive: string): Promise<ListedPhoto[]> {
  const extract = tar.extract();
  const source = createReadStream(archive);
  const unpacked = source.pipe(createGunzip());
  const fail = (error: Error) => extract.destroy(error);
  source.on("error", fail);
  unpacked.on("error", fail);
  unpacked.pipe(extract);
  try {
    for await (const entry of extract) {
      const { name } = entry.header;
      const content = (await buffer(entry as unknown as Readable)).toString();
      if (name === photoListName) return parseList(content);
      if ("version" in JSON.parse(content) && JSON.parse(content).version < mirrorVersion)
        return [];
    }
    return [];
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

function parseList(list: string): ListedPhoto[] {
  const lines = list.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line));
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}
