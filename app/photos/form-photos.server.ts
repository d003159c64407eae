import type { RouterContextProvider } from "react-router";
import type { CurrentUser } from "../accounts/session.server.ts";
import { dbContext } from "../db/client.server.ts";
import { logContext } from "../db/log.server.ts";
import {
  maxPhotoBytes,
  maxPhotosPerListing,
  photoTooLargeMessage,
  tooManyPhotosMessage,
} from "./photo.ts";
import { photoStoreContext } from "./photo-store.server.ts";
import { cancelUpload, takePhoto, uploadFailure } from "./uploads.server.ts";

/**
 * Takes in the photos that a form sent by itself, without script. All of them, or none: at the
 * first that is refused, those before it are removed again.
 */
export async function takeFormPhotos(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  draft: string,
  files: File[],
): Promise<{ ok: true; ids: string[] } | { ok: false; message: string }> {
  const db = context.get(dbContext);
  const store = context.get(photoStoreContext);
  if (files.length > maxPhotosPerListing) return { ok: false, message: tooManyPhotosMessage };
  if (files.some((file) => file.size > maxPhotoBytes)) {
    return { ok: false, message: photoTooLargeMessage };
  }
  const ids: string[] = [];
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const announced = { uid: user.uid, draft, filename: file.name, bytes };
    const photo = await takePhoto(db, store, announced).catch((error) => {
      context.get(logContext).error({ err: error }, "upload failed");
      return { refused: uploadFailure };
    });
    if ("refused" in photo) {
      for (const id of ids) await cancelUpload(db, store, user.uid, id);
      return { ok: false, message: photo.refused };
    }
    ids.push(photo.id);
  }
  return { ok: true, ids };
}
