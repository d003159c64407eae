import { readFile } from "node:fs/promises";
import { and, eq } from "drizzle-orm";
import { photos, uploads } from "../db/schema.ts";
import { isUuid } from "../db/uuid.ts";
import { listFilesOf, type PhotoStore, storedHeaders } from "../photos/store.server.ts";
import { refuse } from "../site/refusal.ts";
import { beginUpload, type UploadRefusal } from "./admission/admission.server.ts";
import {
  admitDecoding,
  type FinishedUpload,
  findFinished,
  isCanceled,
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
  { uid, of, draftId, id }: WantedCopy,
): Promise<FinishedUpload | UploadRefusal | null> {
  const { db, photoStore: store } = intake;
  if (![of, draftId, id].every(isUuid)) return null;
  const [original] = await db
    .select()
    .from(photos)
    .where(and(eq(photos.id, of), eq(photos.uid, uid)));
  if (!original) return null;
  const known = await findCopy(intake, uid, id);
  if (known !== undefined) return known;
  // Other sizes are made of the received file, which belongs to the original.
  if (original.sizesDue && (await store.uploads.isWhole(of))) {
    const bytes = await store.uploads.withFile(of, (path) => readFile(path));
    return takePhoto(
      intake,
      { id, uid, draftId, filename: "foto.jpg", bytes },
      { of: original, quarterTurns: 0 },
    );
  }
  if (original.widths.length === 0) return inPreparation;
  const busy = await admitDecoding(intake, uid, 0);
  if (busy) return busy;
  const announced = { id, uid, draftId, filename: "foto.jpg", size: original.bytes, address: null };
  const begun = await beginUpload(db, store, announced);
  if (!begun.ok) return begun;
  try {
    return await replaceByPhoto(intake, announced, {
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

/** The copy made by an earlier request; null if the id is another's, undefined if it is free. */
async function findCopy(
  { db }: PhotoIntake,
  uid: string,
  id: string,
): Promise<FinishedUpload | null | undefined> {
  const [copy] = await db
    .select({ uid: photos.uid, postId: photos.postId })
    .from(photos)
    .where(eq(photos.id, id));
  if (copy) return copy.uid === uid && copy.postId === null ? findFinished(db, id) : null;
  const isBegun = !(await isCanceled(db, id));
  return isBegun ? null : undefined;
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
