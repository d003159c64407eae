import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../db/files/durable-files.server.ts";
import { freeSpace } from "../site/disk/free-space.server.ts";
import { openFolder } from "./folder-store.server.ts";
import type { PhotoSettings, PhotoStore } from "./store.server.ts";

/** Opens the store without contacting a bucket yet; creates missing folders in `dataDir`. */
export async function openPhotoStore(
  dataDir: string,
  settings: PhotoSettings,
): Promise<PhotoStore> {
  const workDir = join(dataDir, "envios");
  await mkdir(workDir, { recursive: true });
  // Measured on the uploads' folder, which compose.yaml mounts as a file system of its own.
  const ofSite = { settings, freeSpace: () => freeSpace(workDir, settings.minFreeBytes) };
  if (settings.bucket) {
    // The S3 client is large, so it is loaded only if needed.
    const { openBucket } = await import("./bucket-store.server.ts");
    return { ...openBucket(settings.bucket, workDir), ...ofSite };
  }
  const photosDir = join(dataDir, "fotos");
  await mkdir(photosDir, { recursive: true });
  await syncFolder(dataDir);
  return { ...openFolder(photosDir, workDir), ...ofSite };
}
