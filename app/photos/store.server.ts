import type { ReadableStream } from "node:stream/web";
import type { Disk } from "flydrive";
import { createContext } from "react-router";
import { coverFile, type Photo } from "./photo.ts";
import type { ReceivedFiles } from "./received-files.server.ts";
import type { Variants } from "./variants.server.ts";

/** A bucket of an S3-compatible object store. */
export interface BucketSettings {
  bucket: string;
  region: string;
  /** Another store's address; null for Amazon's own. */
  endpoint: string | null;
  /** Null where the machine itself is known to the store. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** The bucket in the path instead of in the host's name. */
  forcePathStyle: boolean;
}

/** How photos are kept and served. */
export interface PhotoSettings {
  /** Where the outside reads photos instead of at /fotos; null: this site sends them. */
  baseUrl: string | null;
  /** What the photos of one advertiser may take, kept and on their way, in bytes. */
  bytesPerUser: number;
  /** Null: photos are files below DATA_DIR. */
  bucket: BucketSettings | null;
}

/** A stored file, its bytes not yet read. */
export interface StoredFile {
  /** Bytes. */
  size: number;
  /** A strong validator, quoted. */
  etag: string;
  modified: Date;
  /** The bytes from `start` to `end`, both included. */
  read: (start: number, end: number) => Promise<Uint8Array | ReadableStream>;
}

/** Where photos are kept. */
export interface PhotoStore {
  /** Finished variants, below imoveis/. */
  disk: Disk;
  /** A stored file by its key; null where there is none. Throws when the store fails. */
  openFile: (key: string) => Promise<StoredFile | null>;
  /** Resolves once what is stored below a key outlives a power cut; rejects where it may not. */
  flush: (key: string) => Promise<void>;
  /** What has been received of uploads under way. */
  uploads: ReceivedFiles;
  settings: PhotoSettings;
}

/** The photo store, for loaders and actions. */
export const photoStoreContext = createContext<PhotoStore>();

/** All photos' keys begin so (spec §7). */
export const photosPrefix = "imoveis";

/** What is said of files for whoever keeps copies of them: a photo's address is never used again. */
export const forever = { cacheControl: "public, max-age=31536000, immutable" };

/** Stores all variants of a photo and its cover durably, below its key. */
export async function storeVariants(store: PhotoStore, key: string, made: Variants): Promise<void> {
  for (const { width, format, bytes } of made.variants) {
    await store.disk.put(`${key}/${width}.${format}`, bytes, forever);
  }
  await store.disk.put(`${key}/${coverFile}`, made.cover, forever);
  await store.flush(key);
}

/** The keys of all files that a photo has in the object store. */
export function listFilesOf({
  key,
  widths,
  cover,
}: Pick<Photo, "key" | "widths" | "cover">): string[] {
  const variants = widths.flatMap((width) => [`${key}/${width}.avif`, `${key}/${width}.jpg`]);
  return cover ? [...variants, `${key}/${coverFile}`] : variants;
}

/** Removes stored variants whose rows are gone; what fails is left to the sweeper. */
export async function removeStored(store: PhotoStore, keys: string[]): Promise<void> {
  for (const key of keys) await store.disk.deleteAll(key).catch(() => undefined);
}

/** All stored files below a prefix, page by page where there are many. */
export async function* listStored(
  disk: Disk,
  prefix: string,
): AsyncGenerator<{ key: string; describe: () => Promise<{ modified: Date; size: number }> }> {
  let paginationToken: string | undefined;
  do {
    const page = await disk.listAll(prefix, {
      recursive: true,
      ...(paginationToken ? { paginationToken } : {}),
    });
    for (const file of page.objects) {
      if (!file.isFile) continue;
      yield {
        key: file.key,
        async describe() {
          const listed = await file.getMetaData();
          // A bucket's listing tells sizes too, but flydrive does not pass them on.
          const known =
            listed.contentLength === undefined ? await disk.getMetaData(file.key) : listed;
          return { modified: known.lastModified, size: known.contentLength };
        },
      };
    }
    paginationToken = page.paginationToken;
  } while (paginationToken);
}
