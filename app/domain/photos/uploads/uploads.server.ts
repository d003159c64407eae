import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { and, eq, isNull } from "drizzle-orm";
import { withAdvisoryLock } from "../../../platform/db/advisory-lock.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { photos, uploads, users } from "../../../platform/db/schema.ts";
import { slugOf } from "../../../platform/ui/slug.ts";
import { createFairQueue } from "../../../platform/web/fair-queue.ts";
import {
  hour,
  type Limit,
  type LimitedSite,
  spendPoints,
} from "../../../platform/web/rate-limit.server.ts";
import { refuse } from "../../../platform/web/refusal.ts";
import type { Photo } from "../photo.ts";
import { findPhoto } from "../photos.server.ts";
import { type PhotoStore, photosFolder, storeVariants } from "../store.server.ts";
import {
  countBytes,
  makeFirstVariants,
  makeVariants,
  type PhotoRefusal,
  photosAtOnce,
} from "../variants.server.ts";
import { beginUpload, type UploadRefusal } from "./admission/admission.server.ts";

export interface PhotoIntake extends LimitedSite {
  db: Db;
  photoStore: PhotoStore;
}

/** A photo that is made from another one, which it will replace in the form. */
export interface Remake {
  of: Pick<typeof photos.$inferSelect, "id" | "alt" | "illustration" | "sha256">;
  quarterTurns: number;
}

export type FinishedUpload = { ok: true; photo: Photo } | PhotoRefusal;

export async function findUploadOwner(db: Db, id: string): Promise<string | null> {
  const [upload] = await db.select({ uid: uploads.uid }).from(uploads).where(eq(uploads.id, id));
  if (upload) return upload.uid;
  const [photo] = await db
    .select({ uid: photos.uid })
    .from(photos)
    .where(and(eq(photos.id, id), isNull(photos.postId)));
  return photo?.uid ?? null;
}

/** Shared by requests that repeat the last one. */
const finishing = new Map<string, Promise<FinishedUpload | null>>();
/** Limited, because each holds a database connection. Advertisers take turns. */
const finishQueue = createFairQueue(photosAtOnce);

/**
 * Makes a photo of a completely received upload: stores the variants, then replaces the upload's
 * row by the photo's in one transaction. A refused file leaves nothing behind. Idempotent, also
 * across processes; null if another process is working on it.
 */
export function finishUpload(
  intake: PhotoIntake,
  uid: string,
  id: string,
): Promise<FinishedUpload | null> {
  const running = finishing.get(id);
  if (running) return running;
  const work = finishQueue(uid, () =>
    withAdvisoryLock(intake.db, `upload ${id}`, () =>
      intake.photoStore.uploads.withFile(id, (file) => finish(intake, id, file)),
    ),
  ).finally(() => finishing.delete(id));
  finishing.set(id, work);
  return work;
}

export function isFinishing(id: string): boolean {
  return finishing.has(id);
}

async function finish(
  intake: PhotoIntake,
  id: string,
  file: string | Buffer,
  remake?: Remake,
): Promise<FinishedUpload> {
  const { db, photoStore: store } = intake;
  const [upload] = await db.select().from(uploads).where(eq(uploads.id, id));
  if (!upload) return findFinished(db, id);
  const { uid } = upload;
  const options = {
    owner: uid,
    quarterTurns: remake?.quarterTurns,
    admit: (pixels: number) => admitDecoding(intake, uid, pixels),
  };
  // Other sizes are made later from the received file; a form without script leaves none.
  const made = await (typeof file === "string" ? makeFirstVariants : makeVariants)(file, options);
  if (!made.ok) {
    await dropUpload(db, store, id);
    return made;
  }
  const { width, height, widths, color, sizesDue } = made;
  const { alt, illustration } = remake?.of ?? { alt: "", illustration: false };
  return replaceByPhoto(intake, upload, {
    looks: { width, height, widths, color, alt, illustration, cover: made.cover !== null },
    findHash: async () => (remake ? remake.of.sha256 : hashFile(file)),
    bytes: countBytes(made),
    sizesDue,
    storeFiles: (key) => storeVariants(store, key, made),
  });
}

interface MadePhoto {
  looks: Omit<Photo, "id" | "key">;
  findHash: () => Promise<string | null>;
  bytes: number;
  sizesDue: boolean;
  /** Resolves once the files are durable. */
  storeFiles: (key: string) => Promise<void>;
}

/**
 * Stores a photo's files, then replaces the upload's row by the photo's in one transaction. If it fails,
 * it deletes the files; after a kill the sweep does.
 */
async function replaceByPhoto(
  { db, photoStore: store }: PhotoIntake,
  { id, uid, draftId }: Pick<typeof uploads.$inferSelect, "id" | "uid" | "draftId">,
  { looks, findHash, bytes, sizesDue, storeFiles }: MadePhoto,
): Promise<FinishedUpload> {
  const [owner] = await db
    .select({ postsCriados: users.postsCriados })
    .from(users)
    .where(eq(users.id, uid));
  const folder = `${photosFolder(uid)}/images/${owner?.postsCriados ?? 0}`;
  // The address is public, and the name of a file may be that of a person.
  const key = `${folder}/${id}-foto`;
  try {
    await storeFiles(key);
    const photo = { id, key, ...looks };
    const sha256 = await findHash();
    const isStored = await db.transaction(async (tx) => {
      // If there is no row, the upload was cancelled meanwhile.
      const gone = await tx.delete(uploads).where(eq(uploads.id, id)).returning({ id: uploads.id });
      if (gone.length === 0) return false;
      await tx.insert(photos).values({ ...photo, uid, draftId, sha256, bytes, sizesDue });
      return true;
    });
    if (!isStored) {
      const finished = await findFinished(db, id);
      if (!finished.ok) await store.disk.deleteAll(key);
      return finished;
    }
    // The sweep removes it if this fails.
    if (!sizesDue) await store.uploads.remove(id).catch(() => undefined);
    return { ok: true, photo };
  } catch (error) {
    await removeUnlessStored(db, store, id, key).catch(() => undefined);
    if (await isCanceled(db, id)) return canceled;
    throw error;
  }
}

/** Hash in hex; the same photo in ads of different advertisers is a warning to the operator. */
async function hashFile(file: string | Buffer): Promise<string> {
  const hash = createHash("sha256");
  if (typeof file === "string") await pipeline(createReadStream(file), hash);
  else hash.update(file);
  return hash.digest("hex");
}

export const canceled = refuse("canceled", "Este envio foi cancelado.");

/** Ask this before reporting a failure: canceling removes the files of work in progress. */
export async function isCanceled(db: Db, id: string): Promise<boolean> {
  const owner = await findUploadOwner(db, id).catch(() => undefined);
  return owner === null;
}

/** Points are megapixels: twelve ads an hour with ten 12-megapixel photos each. */
export const decodingOfUser: Limit = { name: "decoding-user", points: 1_500, duration: hour };

/** Charged per photo at least, since encoding takes time even for small ones. */
const minMegapixels = 4;

/** Charges the decoding work to the advertiser's hourly limit. */
async function admitDecoding(
  intake: PhotoIntake,
  uid: string,
  pixels: number,
): Promise<PhotoRefusal | null> {
  const megapixels = Math.max(minMegapixels, Math.ceil(pixels / 1_000_000));
  const wait = await spendPoints(intake, decodingOfUser, uid, megapixels);
  if (wait === 0) return null;
  const minutes = Math.ceil(wait / 60);
  const message = `Você já enviou muitas fotos nesta hora. Espere ${minutes} min e envie esta de novo.`;
  return { ...refuse("too-much-decoding", message, { status: 429 }), retryAfterSeconds: wait };
}

async function findFinished(db: Db, id: string): Promise<FinishedUpload> {
  const [photo] = await db.select({ uid: photos.uid }).from(photos).where(eq(photos.id, id));
  const finished = photo && (await findPhoto(db, photo.uid, id));
  return finished ? { ok: true, photo: finished } : canceled;
}

/** Deletes the photo's files only if the database confirms that its row doesn't exist. */
async function removeUnlessStored(
  db: Db,
  store: PhotoStore,
  id: string,
  key: string,
): Promise<void> {
  if ((await db.$count(photos, eq(photos.id, id))) === 0) await store.disk.deleteAll(key);
}

/** Makes a photo of bytes that are already here. A failure leaves nothing behind. */
export async function takePhoto(
  intake: PhotoIntake,
  file: { uid: string; draftId: string; filename: string; bytes: Uint8Array },
  remake?: Remake,
): Promise<FinishedUpload | UploadRefusal> {
  const { db, photoStore } = intake;
  const id = randomUUID();
  const { uid, draftId, filename, bytes } = file;
  // The bytes are here, so none are counted as unfinished.
  const announced = { id, uid, draftId, filename, size: bytes.length, network: null };
  const begun = await beginUpload(db, photoStore, announced, remake?.of.id);
  if (!begun.ok) return begun;
  try {
    return await finish(
      intake,
      id,
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      remake,
    );
  } catch (error) {
    await db.delete(uploads).where(eq(uploads.id, id));
    throw error;
  }
}

/** Deletes an upload or an unattached photo. Idempotent. */
export async function cancelUpload(
  db: Db,
  store: PhotoStore,
  uid: string,
  id: string,
): Promise<void> {
  await db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.uid, uid)));
  const [photo] = await db
    .delete(photos)
    .where(and(eq(photos.id, id), eq(photos.uid, uid), isNull(photos.postId)))
    .returning({ key: photos.key });
  // The rows are gone, which is what counts; the sweep removes files the store failed to delete.
  await store.uploads.remove(id).catch(() => undefined);
  if (photo) await store.disk.deleteAll(photo.key).catch(() => undefined);
}

/** Deletes an upload's file and row. Idempotent. */
export async function dropUpload(db: Db, store: PhotoStore, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id));
  await store.uploads.remove(id).catch(() => undefined);
}

/** Letters, digits and hyphens for a key, at most 60. */
export function fileSlug(filename: string): string {
  const bare = filename.replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "");
  const slug = slugOf(bare)
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return slug || "foto";
}
