import type { Db } from "../db/client.server.ts";
import { maxPhotosPerListing, type Photo } from "./photo.ts";
import { findPhoto } from "./photos.server.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The finished photos among these ids that are this advertiser's, in the order named. */
export async function listStoredPhotos(db: Db, uid: string, ids: string[]): Promise<Photo[]> {
  const known = [...new Set(ids)].filter((id) => uuid.test(id)).slice(0, maxPhotosPerListing);
  const found = await Promise.all(known.map((id) => findPhoto(db, uid, id)));
  return found.filter((photo) => photo !== null);
}
