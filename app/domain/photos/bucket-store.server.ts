import type { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { type BucketDisk, receiveIntoBucket } from "./bucket-uploads.server.ts";
import type { BucketSettings, PhotoStore, StoredFile } from "./store.server.ts";

/** Milliseconds to open a connection. */
const connectionTimeout = 5_000;
/** Milliseconds that a request may take without progress. */
const requestTimeout = 30_000;

/** Opens a bucket as the store of photos, without contacting it yet; `workDir` buffers files on their way to it. */
export function openBucket(
  settings: BucketSettings,
  workDir: string,
): Omit<PhotoStore, "disk" | "settings" | "freeSpace"> & { disk: BucketDisk } {
  const client = connect(settings);
  const disk = openDisk(client, settings.bucket);
  return {
    disk,
    openFile: (key) => openFile(client, settings.bucket, key),
    // A bucket acknowledges only durable writes.
    flush: () => Promise.resolve(),
    uploads: receiveIntoBucket(disk, workDir),
  };
}

function connect({ region, endpoint, credentials, forcePathStyle }: BucketSettings): S3Client {
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
    // Most other stores don't support Amazon's trailing checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

/** The bucket sends these to browsers that read from it. */
const contentTypes: Record<string, string> = { avif: "image/avif", jpg: "image/jpeg" };

function openDisk(client: S3Client, bucket: string): BucketDisk {
  const nameOf = (key: string) => ({ Bucket: bucket, Key: key });
  async function send(key: string, content: string | Uint8Array | Readable, more: object) {
    const ContentType = contentTypes[key.slice(key.lastIndexOf(".") + 1)];
    const object = { ...nameOf(key), Body: content, ContentType, ...more };
    await client.send(new PutObjectCommand(object));
  }
  async function read(key: string) {
    const { Body } = await client.send(new GetObjectCommand(nameOf(key)));
    if (!Body) throw new Error(`The store gave no body for ${key}`);
    return Body;
  }
  /** A page has at most 1,000 objects. */
  async function* listPages(folder: string) {
    let ContinuationToken: string | undefined;
    do {
      const of = { Bucket: bucket, Prefix: `${folder}/`, ContinuationToken };
      const page = await client.send(new ListObjectsV2Command(of));
      yield page.Contents ?? [];
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }
  return {
    put: (key, content, { cacheControl } = {}) =>
      send(key, content, { CacheControl: cacheControl }),
    async putStream(key, content, size) {
      const broken = new Promise<never>((_, reject) => content.once("error", reject));
      await Promise.race([send(key, content, { ContentLength: size }), broken]);
    },
    getBytes: async (key) => (await read(key)).transformToByteArray(),
    getStream: async (key) => (await read(key)) as Readable,
    exists: async (key) => (await openFile(client, bucket, key)) !== null,
    async delete(key) {
      await client.send(new DeleteObjectCommand(nameOf(key)));
    },
    async deleteAll(folder) {
      for await (const page of listPages(folder)) {
        if (page.length === 0) continue;
        const Delete = { Objects: page.map(({ Key }) => ({ Key })), Quiet: true };
        const { Errors } = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }));
        const [failed] = Errors ?? [];
        if (failed) throw new Error(`The store kept ${failed.Key}: ${failed.Code}`);
      }
    },
    async *list(folder) {
      for await (const page of listPages(folder)) {
        for (const { Key: key = "", LastModified: modified = new Date(0) } of page) {
          yield { key, findModified: () => Promise.resolve(modified) };
        }
      }
    },
  };
}

async function openFile(client: S3Client, bucket: string, key: string): Promise<StoredFile | null> {
  const name = { Bucket: bucket, Key: key };
  const head = await client.send(new HeadObjectCommand(name)).catch((error) => {
    if (error.$metadata?.httpStatusCode === 404) return null;
    throw error;
  });
  if (!head) return null;
  return {
    size: head.ContentLength ?? 0,
    etag: head.ETag ?? `"${(head.ContentLength ?? 0).toString(36)}"`,
    modified: head.LastModified ?? new Date(0),
    async read(start, end) {
      const part = await client.send(
        new GetObjectCommand({ ...name, Range: `bytes=${start}-${end}` }),
      );
      if (!part.Body) throw new Error(`The store gave no body for ${key}`);
      return part.Body.transformToWebStream() as ReadableStream;
    },
  };
}
