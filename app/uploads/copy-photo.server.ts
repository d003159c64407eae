import { readFile } from "node:fs/promises";
import { and, eq } from "drizzle-orm";
import { withAdvisoryLock } from "../db/advisory-lock.server.ts";
import type { Db } from "../db/client.server.ts";
import { photos, uploads } from "../db/schema.ts";
import { isUuid } from "../db/uuid.ts";
import { listFilesOf, type PhotoStore, storedHeaders } from "../photos/store.server.ts";
import { refuse } from "../site/refusal.ts";
import { beginUpload, type UploadRefusal } from "./admission/admission.server.ts";
import {
  admitDecoding,
  type FinishedUpload,
  findFinished,
  finishQueue,
  type PhotoIntake,
  replaceByPhoto,
  takePhoto,
} from "./uploads.server.ts";

export interface WantedCopy {
  uid: string;
  /** The photo to copy. */
  of: string;
  /** Id of the form that gets the copy. */
  draftId: string;
  /** Id of the copy, chosen by whoever wants it: asking for it again makes no second one. */
  id: string;
}

type StoredPhoto = typeof photos.$inferSelect;

const inPreparation: UploadRefusal = {
  ...refuse("in-preparation", "Esta foto ainda está em preparo. Tente de novo daqui a um minuto."),
  retryAfterSeconds: 30,
};

/**
 * Copies an advertiser's photo, files and all, for another form of theirs; null if there is no such photo.
 * The copy comes in as an upload does, so that its place, its space and a kill are accounted for.
 */
export async function copyPhoto(
  intake: PhotoIntake,
  wanted: WantedCopy,
): Promise<FinishedUpload | UploadRefusal | null> {
  const { db } = intake;
  const { uid, of, draftId, id } = wanted;
  if (![of, draftId, id].every(isUuid)) return null;
  const [original] = await db
    .select()
    .from(photos)
    .where(and(eq(photos.id, of), eq(photos.uid, uid)));
  if (!original) return null;
  const copied = await finishQueue(uid, () =>
    withAdvisoryLock(db, `upload ${id}`, async () => {
      // The id may be another's.
      const known = await findPhotoById(db, id);
      if (known) return known.uid === uid && !known.postId ? findFinished(db, id) : notHere;
      // Left by a request that was killed.
      await db.delete(uploads).where(and(eq(uploads.id, id), eq(uploads.uid, uid)));
      return (await db.$count(uploads, eq(uploads.id, id))) > 0
        ? notHere
        : copy(intake, original, wanted);
    }),
  );
  return copied ?? inPreparation;
}

const notHere: UploadRefusal = refuse("not-found", "Esta foto não está mais aqui.");

async function findPhotoById(db: Db, id: string) {
  const [photo] = await db
    .select({ uid: photos.uid, postId: photos.postId })
    .from(photos)
    .where(eq(photos.id, id));
  return photo;
}

async function copy(
  intake: PhotoIntake,
  original: StoredPhoto,
  { uid, draftId, id }: WantedCopy,
): Promise<FinishedUpload | UploadRefusal> {
  const { db, photoStore: store } = intake;
  const file = { id, uid, draftId, filename: "foto.jpg" };
  // The other sizes are still to be made of the received file, which belongs to the original.
  if (original.sizesDue && (await store.uploads.isWhole(original.id))) {
    const bytes = await store.uploads.withFile(original.id, (path) => readFile(path));
    return takePhoto(intake, { ...file, bytes }, { of: original, quarterTurns: 0 });
  }
  if (original.widths.length === 0) return inPreparation;
  const busy = await admitDecoding(intake, uid, 0);
  if (busy) return busy;
  const begun = await beginUpload(db, store, { ...file, size: original.bytes, address: null });
  if (!begun.ok) return begun;
  try {
    return await replaceByPhoto(intake, file, {
      looks: looksOf(original),
      findHash: async () => original.sha256,
      bytes: original.bytes,
      sizesDue: original.sizesDue,
      storeFiles: (key) => copyFiles(store, original, key),
    });
  } catch (error) {
    await db.delete(uploads).where(eq(uploads.id, id));
    throw error;
  }
}

function looksOf({ width, height, widths, color, alt, illustration, cover }: StoredPhoto) {
  return { width, height, widths, color, alt, illustration, cover };
}

async function copyFiles(store: PhotoStore, original: StoredPhoto, key: string): Promise<void> {
  for (const file of listFilesOf(original)) {
    const bytes = await store.disk.getBytes(file);
    await store.disk.put(key + file.slice(original.key.length), bytes, storedHeaders);
  }
  await store.flush(key);
}
