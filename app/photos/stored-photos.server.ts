import type { Db } from "../db/client.server.ts";
import { isUuid } from "../db/uuid.ts";
import { maxPhotosPerListing, type Photo } from "./photo.ts";
import { findPhoto } from "./photos.server.ts";

/** The finished photos among these ids that are this advertiser's, in the order named. */
export async function listStoredPhotos(db: Db, uid: string, ids: string[]): Promise<Photo[]> {
  const known = [...new Set(ids)].filter(isUuid).slice(0, maxPhotosPerListing);
  const found = await Promise.all(known.map((id) => findPhoto(db, uid, id)));
  return found.filter((photo) => photo !== null);
}
