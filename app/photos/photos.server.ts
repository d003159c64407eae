import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, asc, count, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { createContext } from "react-router";
import type { Db, Transaction } from "../db/client.server.ts";
import { photos, uploads, users } from "../db/schema.ts";
import { coverFile, maxPhotosPerListing, type Photo, tooManyPhotosMessage } from "./photo.ts";
import { makeVariants, type PhotoRefusal, type Variants } from "./variants.server.ts";

/** Where photos are kept. */
export interface PhotoStore {
  /** Finished variants. */
  disk: Disk;
  /** Folder of the finished variants, absolute. */
  photosDir: string;
  /** Folder of uploads under way. */
  uploadsDir: string;
}

/** The photo store, for loaders and actions. */
export const photoStoreContext = createContext<PhotoStore>();

/** The photo store below a data folder. Makes no folder by itself. */
export function createPhotoStore(dataDir: string): PhotoStore {
  const photosDir = join(dataDir, "fotos");
  return {
    disk: new Disk(new FSDriver({ location: photosDir, visibility: "public" })),
    photosDir,
    uploadsDir: join(dataDir, "envios"),
  };
}

/** Photos and uploads of one advertiser that wait for a listing, at most, over all their forms. */
const maxWaitingPhotos = 60;

const photoColumns = {
  id: photos.id,
  key: photos.key,
  width: photos.width,
  height: photos.height,
  widths: photos.widths,
  color: photos.color,
  alt: photos.alt,
  illustration: photos.illustration,
  cover: photos.cover,
};

/** The photos of some listings, in order; at most `limit` of each. */
export async function listPhotos(
  db: Db | Transaction,
  postIds: string[],
  limit: number = maxPhotosPerListing,
): Promise<Map<string, Photo[]>> {
  const byPost = new Map<string, Photo[]>(postIds.map((id) => [id, []]));
  if (postIds.length === 0) return byPost;
  const rows = await db
    .select({ postId: photos.postId, ...photoColumns })
    .from(photos)
    .where(and(inArray(photos.postId, postIds), lt(photos.position, limit)))
    .orderBy(asc(photos.position));
  for (const { postId, ...photo } of rows) {
    if (postId) byPost.get(postId)?.push(photo);
  }
  return byPost;
}

/** Notes an upload as begun, or refuses it: at most ten to a form (spec §9). */
export async function beginUpload(
  db: Db,
  upload: { id: string; uid: string; draft: string; filename: string },
): Promise<{ ok: true } | PhotoRefusal> {
  return db.transaction(async (tx) => {
    // Two uploads of one advertiser are counted one after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, upload.uid)).for("update");
    if ((await countWaiting(tx, upload.uid, upload.draft)) >= maxPhotosPerListing) {
      return { refused: tooManyPhotosMessage };
    }
    if ((await countWaiting(tx, upload.uid)) >= maxWaitingPhotos) {
      return { refused: "Há fotos demais esperando por um anúncio. Publique-o ou remova algumas." };
    }
    await tx.insert(uploads).values(upload);
    return { ok: true };
  });
}

async function countWaiting(tx: Transaction, uid: string, draft?: string): Promise<number> {
  const [uploading] = await tx
    .select({ n: count() })
    .from(uploads)
    .where(and(eq(uploads.uid, uid), draft ? eq(uploads.draft, draft) : undefined));
  const [waiting] = await tx
    .select({ n: count() })
    .from(photos)
    .where(
      and(eq(photos.uid, uid), isNull(photos.postId), draft ? eq(photos.draft, draft) : undefined),
    );
  return (uploading?.n ?? 0) + (waiting?.n ?? 0);
}

/** Whose upload or waiting photo this is; null when there is none. */
export async function findUploadOwner(db: Db, id: string): Promise<string | null> {
  const [upload] = await db.select({ uid: uploads.uid }).from(uploads).where(eq(uploads.id, id));
  if (upload) return upload.uid;
  const [photo] = await db
    .select({ uid: photos.uid })
    .from(photos)
    .where(and(eq(photos.id, id), isNull(photos.postId)));
  return photo?.uid ?? null;
}

/** A finished photo of this advertiser. */
export async function findPhoto(db: Db, uid: string, id: string): Promise<Photo | null> {
  const [photo] = await db
    .select(photoColumns)
    .from(photos)
    .where(and(eq(photos.id, id), eq(photos.uid, uid)));
  return photo ?? null;
}

/** Work on one upload, so that a request which asks again waits for the same work. */
const inHand = new Map<string, Promise<Photo | PhotoRefusal>>();
/** Photos are encoded one after another: each keeps all cores busy, and many much memory. */
let lastEncoding: Promise<unknown> = Promise.resolve();

/**
 * Makes a photo of a file received whole: encodes it, stores the variants, then notes it in one
 * transaction. A refused file leaves nothing behind. Safe to ask again for the same upload.
 */
export function finishUpload(db: Db, store: PhotoStore, id: string): Promise<Photo | PhotoRefusal> {
  const running = inHand.get(id);
  if (running) return running;
  const work = lastEncoding.then(() => finish(db, store, id));
  lastEncoding = work.catch(() => undefined);
  inHand.set(id, work);
  return work.finally(() => inHand.delete(id));
}

/** Whether the upload is being made a photo at this moment. */
export function isFinishing(id: string): boolean {
  return inHand.has(id);
}

async function finish(db: Db, store: PhotoStore, id: string): Promise<Photo | PhotoRefusal> {
  const [upload] = await db.select().from(uploads).where(eq(uploads.id, id));
  if (!upload) return { refused: "Este envio não existe mais." };
  const made = await makeVariants(join(store.uploadsDir, id));
  if ("refused" in made) {
    await dropUpload(db, store, id);
    return made;
  }
  const [owner] = await db
    .select({ postsCriados: users.postsCriados })
    .from(users)
    .where(eq(users.id, upload.uid));
  const folder = `imoveis/${upload.uid}/images/${owner?.postsCriados ?? 0}`;
  const key = `${folder}/${id}-${fileSlug(upload.filename)}`;
  try {
    await storeVariants(store, key, made);
    const { width, height, widths, color } = made;
    const looks = { width, height, widths, color, alt: "", illustration: false, cover: true };
    const photo = { id, key, ...looks };
    const kept = await db.transaction(async (tx) => {
      // Cancelled meanwhile: then there is no row to turn into a photo.
      const gone = await tx.delete(uploads).where(eq(uploads.id, id)).returning({ id: uploads.id });
      if (gone.length === 0) return false;
      await tx.insert(photos).values({ ...photo, uid: upload.uid, draft: upload.draft });
      return true;
    });
    if (!kept) {
      await store.disk.deleteAll(key);
      return { refused: "Este envio foi cancelado." };
    }
    await removeUploadFiles(store, id);
    return photo;
  } catch (error) {
    await store.disk.deleteAll(key).catch(() => undefined);
    throw error;
  }
}

/** Puts all variants of a photo and its cover into the object store, below its key. */
export async function storeVariants(store: PhotoStore, key: string, made: Variants): Promise<void> {
  for (const { width, format, bytes } of made.variants) {
    await store.disk.put(`${key}/${width}.${format}`, bytes);
  }
  await store.disk.put(`${key}/${coverFile}`, made.cover);
}

/** Takes a file in whole, as a form without script sends it. */
export async function takePhoto(
  db: Db,
  store: PhotoStore,
  file: { uid: string; draft: string; filename: string; bytes: Uint8Array },
): Promise<Photo | PhotoRefusal> {
  const id = randomUUID();
  const { uid, draft, filename } = file;
  const begun = await beginUpload(db, { id, uid, draft, filename });
  if ("refused" in begun) return begun;
  await writeFile(join(store.uploadsDir, id), file.bytes);
  return finishUpload(db, store, id);
}

/** Cancels an upload, or removes a finished photo that no listing has. Safe to repeat. */
export async function cancelUpload(
  db: Db,
  store: PhotoStore,
  uid: string,
  id: string,
): Promise<void> {
  await db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.uid, uid)));
  await removeUploadFiles(store, id);
  const [photo] = await db
    .delete(photos)
    .where(and(eq(photos.id, id), eq(photos.uid, uid), isNull(photos.postId)))
    .returning({ key: photos.key });
  if (photo) await store.disk.deleteAll(photo.key);
}

async function dropUpload(db: Db, store: PhotoStore, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
  await removeUploadFiles(store, id);
}

/** Removes what was received of an upload. Safe to repeat. */
export async function removeUploadFiles(store: PhotoStore, id: string): Promise<void> {
  await rm(join(store.uploadsDir, id), { force: true });
  await rm(join(store.uploadsDir, `${id}.json`), { force: true });
}

/**
 * Gives waiting photos of this advertiser to a listing, in the order named. Only photos that are
 * theirs and that no listing has are taken; gives how many were.
 */
export async function attachPhotos(
  tx: Transaction,
  uid: string,
  postId: string,
  photoIds: string[],
): Promise<number> {
  const places = new Map(photoIds.map((id, position) => [id, position]));
  const whole = sql.join(
    [...places].map(([id, position]) => sql`(${id}::uuid, ${position}::int)`),
    sql`, `,
  );
  const taken = await tx.execute(sql`
    update photos set "postId" = ${postId}, position = place.position, draft = null
    from (values ${whole}) as place (id, position)
    where photos.id = place.id and photos.uid = ${uid} and photos."postId" is null`);
  return taken.rowCount ?? 0;
}

/**
 * Gives a listing exactly these photos, in this order: its own that stay, and waiting ones of the
 * advertiser's. Gives the keys of those that went, or null when one named is not there.
 */
export async function replacePhotos(
  tx: Transaction,
  uid: string,
  postId: string,
  photoIds: string[],
): Promise<string[] | null> {
  const before = await tx
    .update(photos)
    .set({ postId: null, position: null })
    .where(eq(photos.postId, postId))
    .returning({ id: photos.id });
  const attached = await attachPhotos(tx, uid, postId, photoIds);
  if (attached !== photoIds.length) return null;
  const left = before.map(({ id }) => id).filter((id) => !photoIds.includes(id));
  if (left.length === 0) return [];
  const gone = await tx
    .delete(photos)
    .where(and(inArray(photos.id, left), isNull(photos.postId)))
    .returning({ key: photos.key });
  return gone.map(({ key }) => key);
}

/** Removes stored variants whose rows are gone; what fails is left to the sweeper. */
export async function removeStored(store: PhotoStore, keys: string[]): Promise<void> {
  for (const key of keys) await store.disk.deleteAll(key).catch(() => undefined);
}

/** The object store failed; the message is fit for the advertiser. */
export class StoreFailure extends Error {}

/**
 * Deletes a listing's photos, the cover last: files, then the row. Throws {@link StoreFailure} when
 * the store fails.
 */
export async function deletePhotosOf(db: Db, store: PhotoStore, postId: string): Promise<void> {
  const rows = await db
    .select({ id: photos.id, key: photos.key })
    .from(photos)
    .where(eq(photos.postId, postId))
    .orderBy(desc(photos.position));
  for (const { id, key } of rows) {
    await store.disk.deleteAll(key).catch((cause) => {
      throw new StoreFailure("o armazenamento não respondeu. Tente de novo.", { cause });
    });
    await db.delete(photos).where(eq(photos.id, id));
  }
}

/** A file's name as part of an address: letters, digits and hyphens, at most 60. */
export function fileSlug(filename: string): string {
  const bare = filename.replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "");
  const slug = bare
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return slug || "foto";
}
