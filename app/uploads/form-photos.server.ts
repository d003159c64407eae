import type { RouterContextProvider } from "react-router";
import type { CurrentUser } from "../accounts/current-user.ts";
import { isDatabaseAway } from "../db/client.server.ts";
import {
  maxPhotoBytes,
  maxPhotosPerListing,
  photoTooLargeMessage,
  tooManyPhotosMessage,
  uploadFailure,
} from "../photos/photo.ts";
import { photoStoreContext } from "../photos/store.server.ts";
import { siteContext } from "../site/site.server.ts";
import { cancelUpload, takePhoto } from "./uploads.server.ts";

export interface FormPhotos {
  ids: string[];
  /** 429: too much decoding in an hour; 503: the store failed. */
  refusal: { message: string; status: 400 | 429 | 503 } | null;
  take: (filename: string, bytes: Uint8Array, draft: string) => Promise<void>;
  removeAll: () => Promise<void>;
}

/** Accepts a form's photos one at a time, all or none: a refusal removes those before it. */
export function createFormPhotos(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
): FormPhotos {
  const { db, rateLimits, log } = context.get(siteContext);
  const photoStore = context.get(photoStoreContext);
  const intake = { db, photoStore, rateLimits };
  let inHand: Promise<unknown> = Promise.resolve();
  const photos: FormPhotos = { ids: [], refusal: null, take, removeAll };

  async function take(filename: string, bytes: Uint8Array, draft: string): Promise<void> {
    if (photos.refusal) return;
    if (photos.ids.length >= maxPhotosPerListing) return refuse(tooManyPhotosMessage);
    if (bytes.length > maxPhotoBytes) return refuse(photoTooLargeMessage);
    const taking = takePhoto(intake, { uid: user.uid, draft, filename, bytes });
    inHand = taking.then(
      (taken) => taken.ok && photos.ids.push(taken.photo.id),
      () => undefined,
    );
    try {
      const taken = await taking;
      await inHand;
      if (!taken.ok) await refuse(taken.message, "retryAfterSeconds" in taken ? 429 : 400);
    } catch (error) {
      // Without the database there is nothing to remove and no form to answer with.
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error }, "photo not stored");
      await refuse(uploadFailure, 503);
    }
  }

  async function refuse(message: string, status: 400 | 429 | 503 = 400): Promise<void> {
    photos.refusal = { message, status };
    await removeAll();
  }

  async function removeAll(): Promise<void> {
    await inHand;
    for (const id of photos.ids.splice(0)) await cancelUpload(db, photoStore, user.uid, id);
  }

  return photos;
}
