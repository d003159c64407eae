import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { photos, uploads } from "../db/schema.ts";
import { type PhotoStore, removeStored, removeUploadFiles } from "./photos.server.ts";

/** What a sweep removed. */
export interface Swept {
  uploads: number;
  photos: number;
  folders: number;
}

/** How long something may wait without a listing, in hours. */
const patienceHours = 24;

/**
 * Removes what has belonged to no listing for a day: uploads that stopped, photos that wait, and
 * stored folders without a row (a killed site leaves them).
 */
export async function sweepPhotos(db: Db, store: PhotoStore): Promise<Swept> {
  const old = sql`now() - ${patienceHours} * interval '1 hour'`;
  const staleUploads = await db
    .delete(uploads)
    .where(lt(uploads.createdAt, old))
    .returning({ id: uploads.id });
  for (const { id } of staleUploads) await removeUploadFiles(store, id);
  const stalePhotos = await db
    .delete(photos)
    .where(and(isNull(photos.postId), lt(photos.createdAt, old)))
    .returning({ key: photos.key });
  await removeStored(
    store,
    stalePhotos.map(({ key }) => key),
  );
  return {
    uploads: staleUploads.length,
    photos: stalePhotos.length,
    folders: await sweepFolders(db, store),
  };
}

async function sweepFolders(db: Db, store: PhotoStore): Promise<number> {
  const ids = new Map<string, string>();
  for (const path of await readdir(store.photosDir, { recursive: true })) {
    const match = /(?:^|\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[^/]+$/.exec(path);
    if (match?.[1]) ids.set(match[1], path);
  }
  const names = [...ids.keys()];
  const known = new Set<string>();
  for (let start = 0; start < names.length; start += 1_000) {
    const rows = await db
      .select({ id: photos.id })
      .from(photos)
      .where(inArray(photos.id, names.slice(start, start + 1_000)));
    for (const { id } of rows) known.add(id);
  }
  let removed = 0;
  for (const [id, path] of ids) {
    if (known.has(id)) continue;
    const folder = join(store.photosDir, path);
    const age = Date.now() - (await stat(folder)).mtimeMs;
    if (age < patienceHours * 3_600_000) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
