import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../platform/db/files/durable-files.server.ts";
import { DiskFull, freeSpace } from "../../platform/web/disk/free-space.server.ts";
import { openFolder } from "./folder-store.server.ts";
import type { Disk, PhotoSettings, PhotoStore, ReceivedFiles } from "./store.server.ts";

/** Opens the store without contacting a bucket yet; creates missing folders in `dataDir`. */
export async function openPhotoStore(
  dataDir: string,
  settings: PhotoSettings,
): Promise<PhotoStore> {
  const workDir = join(dataDir, "envios");
  await mkdir(workDir, { recursive: true });
  // Measured on the uploads' folder, which compose.yaml mounts as a file system of its own.
  const ofSite = { settings, freeSpace: () => freeSpace(workDir, settings.minFreeBytes) };
  async function requireSpace(): Promise<void> {
    if ((await ofSite.freeSpace()).isLow) throw new DiskFull();
  }
  if (settings.bucket) {
    // The S3 client is large, so it is loaded only if needed.
    const { openBucket } = await import("./bucket-store.server.ts");
    const bucket = openBucket(settings.bucket, workDir);
    guardUploads(bucket.uploads, requireSpace);
    return { ...bucket, ...ofSite };
  }
  const photosDir = join(dataDir, "fotos");
  await mkdir(photosDir, { recursive: true });
  await syncFolder(dataDir);
  const folder = openFolder(photosDir, workDir);
  guardUploads(folder.uploads, requireSpace);
  const { disk } = folder;
  async function put(...args: Parameters<Disk["put"]>): Promise<void> {
    await requireSpace();
    return disk.put(...args);
  }
  return { ...folder, disk: { ...disk, put }, ...ofSite };
}

/** Refuses to receive what comes after the disk became full. */
function guardUploads({ datastore }: ReceivedFiles, requireSpace: () => Promise<void>): void {
  const write = datastore.write.bind(datastore);
  datastore.write = async (...args) => {
    await requireSpace();
    return write(...args);
  };
}
