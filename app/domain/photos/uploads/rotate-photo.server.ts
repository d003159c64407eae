import { readFile } from "node:fs/promises";
import { and, eq } from "drizzle-orm";
import { photos } from "../../../platform/db/schema.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { PhotoStore } from "../store.server.ts";
import type { UploadRefusal } from "./admission/admission.server.ts";
import { type FinishedUpload, type PhotoIntake, takePhoto } from "./uploads.server.ts";

/**
 * Makes a new photo, with its own address, from an advertiser's photo turned clockwise; null if there
 * is no such photo. The form deletes the original once it has the new one: responses can get lost.
 */
export async function rotatePhoto(
  intake: PhotoIntake,
  uid: string,
  id: string,
  draftId: string,
): Promise<FinishedUpload | UploadRefusal | null> {
  const { db, photoStore } = intake;
  if (!isUuid(id)) return null;
  const [original] = await db
    .select()
    .from(photos)
    .where(and(eq(photos.id, id), eq(photos.uid, uid)));
  if (!original) return null;
  const bytes = await readLargest(photoStore, original);
  if (!bytes) return null;
  const file = { uid, draftId, filename: "foto.jpg", bytes };
  return takePhoto(intake, file, { of: original, quarterTurns: 1 });
}

/** Reads the received file while it is there, later the largest variant. */
async function readLargest(
  store: PhotoStore,
  { id, key, widths, sizesDue }: typeof photos.$inferSelect,
): Promise<Uint8Array | null> {
  if (sizesDue && (await store.uploads.isWhole(id))) {
    return store.uploads.withFile(id, (path) => readFile(path));
  }
  const largest = widths.at(-1);
  return largest ? readStored(store, `${key}/${largest}.jpg`) : null;
}

async function readStored(store: PhotoStore, key: string): Promise<Uint8Array | null> {
  const file = await store.openFile(key);
  if (!file) return null;
  const body = await file.read(0, file.size - 1);
  return new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
}
