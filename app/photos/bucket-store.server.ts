import type { ReadableStream } from "node:stream/web";
import { GetObjectCommand, HeadObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Disk } from "flydrive";
import { S3Driver } from "flydrive/drivers/s3";
import { receiveIntoBucket } from "./bucket-uploads.server.ts";
import type { BucketSettings, PhotoStore, StoredFile } from "./store.server.ts";

/** Milliseconds to open a connection. */
const connectionTimeout = 5_000;
/** Milliseconds that a request may take without progress. */
const requestTimeout = 30_000;

/** Opens a bucket as the store of photos; `workDir` buffers files on their way to it. */
export function openBucket(
  settings: BucketSettings,
  workDir: string,
): Omit<PhotoStore, "settings" | "freeSpace"> {
  const { client, disk } = connectBucket(settings);
  return {
    disk,
    openFile: (key) => openFile(client, settings.bucket, key),
    // A bucket acknowledges only what is durable.
    flush: () => Promise.resolve(),
    uploads: receiveIntoBucket(disk, workDir),
  };
}

/** Creates a client, which doesn't contact the bucket yet. */
export function connectBucket(settings: BucketSettings): { client: S3Client; disk: Disk } {
  const { bucket, region, endpoint, credentials, forcePathStyle } = settings;
  const client = new S3Client({
    region,
    forcePathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
    // Most other stores don't support Amazon's trailing checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const disk = new Disk(
    new S3Driver({ client, bucket, visibility: "private", supportsACL: false }),
  );
  return { client, disk };
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
