import type { RouterContextProvider } from "react-router";
import type { CurrentUser } from "../accounts/session.server.ts";
import { dbContext, isDatabaseAway } from "../db/client.server.ts";
import { logContext } from "../db/log.server.ts";
import {
  maxPhotoBytes,
  maxPhotosPerListing,
  photoTooLargeMessage,
  tooManyPhotosMessage,
  uploadFailure,
} from "./photo.ts";
import { photoStoreContext } from "./photo-store.server.ts";
import { cancelUpload, takePhoto } from "./uploads.server.ts";

/**
 * Takes in the photos that a form sent by itself, without script. All of them, or none: at the
 * first that is refused, those before it are removed again; 503 where the store failed.
 */
export async function takeFormPhotos(
  context: Readonly<RouterContextProvider>,
  user: CurrentUser,
  draft: string,
  files: File[],
): Promise<{ ok: true; ids: string[] } | { ok: false; message: string; status: 400 | 503 }> {
  const db = context.get(dbContext);
  const store = context.get(photoStoreContext);
  if (files.length > maxPhotosPerListing) return refuse(tooManyPhotosMessage);
  if (files.some((file) => file.size > maxPhotoBytes)) {
    return refuse(photoTooLargeMessage);
  }
  const ids: string[] = [];
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const announced = { uid: user.uid, draft, filename: file.name, bytes };
    const photo = await takePhoto(db, store, announced).catch((error) => {
      if (isDatabaseAway(error)) throw error;
      context.get(logContext).error({ err: error }, "photo not taken in");
      return { refused: uploadFailure, status: 503 } as const;
    });
    if ("refused" in photo) {
      for (const id of ids) await cancelUpload(db, store, user.uid, id);
      return { ok: false, message: photo.refused, status: "status" in photo ? photo.status : 400 };
    }
    ids.push(photo.id);
  }
  return { ok: true, ids };
}

function refuse(message: string) {
  return { ok: false, message, status: 400 } as const;
}
