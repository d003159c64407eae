import type { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { DataStore } from "@tus/server";
import { createContext } from "react-router";
import { photos } from "../../platform/db/schema.ts";
import { forever } from "../../platform/web/cache-control.ts";
import type { FreeSpace } from "../../platform/web/disk/free-space.server.ts";
import { coverFile, type Photo } from "./photo.ts";
import type { Variants } from "./variants.server.ts";

export interface BucketSettings {
  bucket: string;
  region: string;
  /** Null for Amazon's own endpoint. */
  endpoint: string | null;
  /** Null if the machine has credentials of its own, such as an instance role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** The bucket's name goes in the path instead of the host name. */
  forcePathStyle: boolean;
}

export interface PhotoSettings {
  /** Public base URL of the photos; null if this site serves them at /fotos. */
  baseUrl: string | null;
  bytesPerUser: number;
  /** Space to keep free for new photos on the disk of DATA_DIR; null for a tenth of it and 2 GB. */
  minFreeBytes: number | null;
  /** Null to keep files in DATA_DIR. */
  bucket: BucketSettings | null;
}

interface ListedFile {
  key: string;
  findModified: () => Promise<Date>;
}

/** Files by their key, in a folder or a bucket. Throws if the store fails. */
export interface Disk {
  put: (
    key: string,
    content: string | Uint8Array,
    headers?: { cacheControl?: string },
  ) => Promise<void>;
  /** Throws without the file, as does `getStream`, which may do so while it is read. */
  getBytes: (key: string) => Promise<Uint8Array>;
  getStream: (key: string) => Promise<Readable>;
  exists: (key: string) => Promise<boolean>;
  /** Idempotent, like `deleteAll`. */
  delete: (key: string) => Promise<void>;
  deleteAll: (folder: string) => Promise<void>;
  /** Also in subfolders; nothing without the folder. */
  list: (folder: string) => AsyncIterable<ListedFile>;
}

export interface StoredFile {
  size: number;
  etag: string;
  modified: Date;
  /** Reads the bytes from `start` to `end`, inclusive. */
  read: (start: number, end: number) => Promise<Uint8Array | ReadableStream>;
}

export interface ReceivedFiles {
  datastore: DataStore;
  isWhole: (id: string) => Promise<boolean>;
  /** Runs `work` with the path of a local copy of the complete file. */
  withFile: <Result>(id: string, work: (path: string) => Promise<Result>) => Promise<Result>;
  remove: (id: string) => Promise<void>;
  listOlder: (ageMs: number) => Promise<string[]>;
}

export interface PhotoStore {
  disk: Disk;
  /** Null if the file doesn't exist. Throws if the store fails. */
  openFile: (key: string) => Promise<StoredFile | null>;
  /** Resolves once everything stored below the key would survive a power cut. */
  flush: (key: string) => Promise<void>;
  uploads: ReceivedFiles;
  /** Free space of DATA_DIR, which also receives uploads that a bucket will keep. */
  freeSpace: () => Promise<FreeSpace>;
  settings: PhotoSettings;
}

export const photoStoreContext = createContext<PhotoStore>();

/** Prefix of every photo key (spec §7). */
export const photosPrefix = "imoveis";

/** The folder of all photos of an advertiser (spec §7). */
export function photosFolder(uid: string): string {
  return `${photosPrefix}/${uid}`;
}

/** Cached forever, because photo URLs are never reused. */
export const storedHeaders = { cacheControl: forever };

/** Resolves once the variants are durable. */
export async function storeVariants(store: PhotoStore, key: string, made: Variants): Promise<void> {
  for (const { width, format, bytes } of made.variants) {
    await store.disk.put(`${key}/${width}.${format}`, bytes, storedHeaders);
  }
  if (made.cover) await store.disk.put(`${key}/${coverFile}`, made.cover, storedHeaders);
  await store.flush(key);
}

export function listFilesOf({
  key,
  widths,
  cover,
}: Pick<Photo, "key" | "widths" | "cover">): string[] {
  const variants = widths.flatMap((width) => [`${key}/${width}.avif`, `${key}/${width}.jpg`]);
  return cover ? [...variants, `${key}/${coverFile}`] : variants;
}

/** A photo in the store, as its row describes it. */
export type StoredPhoto = Pick<typeof photos.$inferSelect, "id" | "key" | "sizesDue">;

export const storedPhotoColumns = { id: photos.id, key: photos.key, sizesDue: photos.sizesDue };

/** Deletes the received file, too, which is kept while sizes are due and may show where the house is. */
export async function deleteStored(
  store: PhotoStore,
  { id, key, sizesDue }: StoredPhoto,
): Promise<void> {
  await store.disk.deleteAll(key);
  if (sizesDue) await store.uploads.remove(id);
}

/** Deletes the files of photos whose rows are gone; the sweep removes any that fail. */
export async function removeStored(store: PhotoStore, gone: StoredPhoto[]): Promise<void> {
  for (const photo of gone) await deleteStored(store, photo).catch(() => undefined);
}
