import { createHash } from "node:crypto";
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
  /** A UUID that names the request: repeating it makes no second copy. */
  request: string;
}

type StoredPhoto = typeof photos.$inferSelect;

const inPreparation: UploadRefusal = {
  ...refuse("in-preparation", "Esta foto ainda está em preparo. Tente de novo daqui a um minuto."),
  retryAfterSeconds: 30,
};

/** Derives the copy's id from who asks for what: no client can choose a photo's id, or half of one. */
function copyIdOf({ uid, of, draftId, request }: WantedCopy): string {
  const hash = createHash("sha256").update([uid, of, draftId, request].join(" "));
  // Version 8 is for ids that are made in one's own way (RFC 9562).
  return hash.digest("hex").replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/**
 * Copies an advertiser's photo, files and all, for another form of theirs; null if there is no such photo.
 * The copy comes in as an upload does, so that its place, its space and a kill are accounted for.
 */
export async function copyPhoto(
  intake: PhotoIntake,
  wanted: WantedCopy,
): Promise<FinishedUpload | UploadRefusal | null> {
  const { db } = intake;
  const { uid, of, draftId, request } = wanted;
  if (![of, draftId, request].every(isUuid)) return null;
  const id = copyIdOf(wanted);
  const [original] = await db
    .select()
    .from(photos)
    .where(and(eq(photos.id, of), eq(photos.uid, uid)));
  if (!original) return null;
  const copied = await finishQueue(uid, () =>
    withAdvisoryLock(db, `upload ${id}`, async () => {
      const known = await findPhotoById(db, id);
      if (known) return known.postId ? notHere : findFinished(db, id);
      // Left by a request that was killed.
      await db.delete(uploads).where(eq(uploads.id, id));
      return copy(intake, original, { id, uid, draftId, filename: "foto.jpg" });
    }),
  );
  return copied ?? inPreparation;
}

const notHere: UploadRefusal = refuse("not-found", "Esta foto não está mais aqui.");

async function findPhotoById(db: Db, id: string) {
  const [photo] = await db.select({ postId: photos.postId }).from(photos).where(eq(photos.id, id));
  return photo;
}

async function copy(
  intake: PhotoIntake,
  original: StoredPhoto,
  file: { id: string; uid: string; draftId: string; filename: string },
): Promise<FinishedUpload | UploadRefusal> {
  const { db, photoStore: store } = intake;
  const { id, uid } = file;
  // The other sizes are still to be made of the received file, which belongs to the original.
  if (original.sizesDue && (await store.uploads.isWhole(original.id))) {
    const bytes = await store.uploads.withFile(original.id, (path) => readFile(path));
    return takePhoto(intake, { ...file, bytes }, { of: original, quarterTurns: 0 });
  }
  if (original.widths.length === 0) return inPreparation;
  const busy = await admitDecoding(intake, uid, 0);
  if (busy) return busy;
  const begun = await beginUpload(db, store, { ...file, size: original.bytes, network: null });
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
