import { desc, eq } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { photos } from "../../platform/db/schema.ts";
import { lockListingOf } from "./photos.server.ts";
import { deleteStored, type PhotoStore, storedPhotoColumns } from "./store.server.ts";

/** The object store failed; the message is fit to show. */
export class StoreFailure extends Error {}

/** Deletes files before rows, and the cover last. Throws {@link StoreFailure}. */
export async function deletePhotosOf(db: Db, store: PhotoStore, postId: string): Promise<void> {
  const rows = await db
    .select(storedPhotoColumns)
    .from(photos)
    .where(eq(photos.postId, postId))
    .orderBy(desc(photos.position));
  for (const photo of rows) {
    await deleteStored(store, photo).catch((cause) => {
      throw new StoreFailure("o armazenamento não respondeu. Tente de novo.", { cause });
    });
    await db.transaction(async (tx) => {
      await lockListingOf(tx, photo.id);
      await tx.delete(photos).where(eq(photos.id, photo.id));
    });
  }
}
