import { and, inArray, isNull, lt, not, sql } from "drizzle-orm";
import { withAdvisoryLock } from "../../platform/db/advisory-lock.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { listingDrafts } from "../../platform/db/operation-schema.ts";
import { photos, uploads } from "../../platform/db/schema.ts";
import { type PhotoStore, photosPrefix, removeStored, storedPhotoColumns } from "./store.server.ts";

export interface Swept {
  uploads: number;
  photos: number;
  folders: number;
}

const staleHours = 24;
const staleMs = staleHours * 3_600_000;

/**
 * Removes uploads older than a day, and photos that no listing or kept draft uses. Only one site
 * sweeps at a time.
 */
export async function sweepPhotos(db: Db, store: PhotoStore): Promise<Swept> {
  const swept = await withAdvisoryLock(db, "sweep photos", () => sweep(db, store));
  return swept ?? { uploads: 0, photos: 0, folders: 0 };
}

async function sweep(db: Db, store: PhotoStore): Promise<Swept> {
  const old = sql`now() - ${staleHours} * interval '1 hour'`;
  const staleUploads = await db
    .delete(uploads)
    .where(lt(uploads.createdAt, old))
    .returning({ id: uploads.id });
  const stalePhotos = await db
    .delete(photos)
    .where(and(isNull(photos.postId), lt(photos.createdAt, old), not(isDrafted)))
    .returning(storedPhotoColumns);
  await removeStored(store, stalePhotos);
  // If the store fails now, the next sweep finds these as files without a row.
  for (const { id } of staleUploads) await store.uploads.remove(id).catch(() => undefined);
  return {
    uploads: staleUploads.length + (await sweepReceived(db, store)),
    photos: stalePhotos.length,
    folders: await sweepFolders(db, store),
  };
}

/** Only the owner's own draft counts, so that nobody keeps the photos of others. */
const isDrafted = sql`exists (select from ${listingDrafts} where ${listingDrafts.uid} = ${photos.uid}
  and ${listingDrafts.photos} @> jsonb_build_array(jsonb_build_object('id', ${photos.id}::text)))`;

async function sweepReceived(db: Db, store: PhotoStore): Promise<number> {
  const received = await store.uploads.listOlder(staleMs);
  const known = await listKnown(received, (some) =>
    db
      .select({ name: uploads.id })
      .from(uploads)
      .where(inArray(uploads.id, some))
      .union(
        db
          .select({ name: photos.id })
          .from(photos)
          .where(and(inArray(photos.id, some), photos.sizesDue)),
      ),
  );
  const left = received.filter((id) => !known.has(id));
  for (const id of left) await store.uploads.remove(id);
  return left.length;
}

/** A photo's folder within the key of a file: {photo id}-{name}. */
const photoFolder = /^(.*\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[^/]+)\/[^/]+$/;

async function sweepFolders(db: Db, store: PhotoStore): Promise<number> {
  const found = new Map<string, () => Promise<Date>>();
  for await (const { key, findModified } of store.disk.list(photosPrefix)) {
    const folder = photoFolder.exec(key)?.[1];
    if (folder) found.set(folder, findModified);
  }
  // Looked up by key, not by id: a photo redone after a kill may have another folder.
  const known = await listKnown([...found.keys()], (some) =>
    db.select({ name: photos.key }).from(photos).where(inArray(photos.key, some)),
  );
  let removed = 0;
  for (const [folder, findModified] of found) {
    if (known.has(folder)) continue;
    if (Date.now() - (await findModified()).getTime() < staleMs) continue;
    await store.disk.deleteAll(folder);
    removed += 1;
  }
  return removed;
}

async function listKnown(
  names: string[],
  read: (some: string[]) => Promise<{ name: string }[]>,
): Promise<Set<string>> {
  const known = new Set<string>();
  for (let start = 0; start < names.length; start += 1_000) {
    for (const { name } of await read(names.slice(start, start + 1_000))) known.add(name);
  }
  return known;
}
