import type { PhotoStore } from "./store.server.ts";

/**
 * Deletes the pictures of listings' shared links, which the version before this one drew, and which it draws
 * again if it comes back. Those of lists, and this, go with the table `share_cards` in the next version.
 */
export async function deleteCards(
  store: Pick<PhotoStore, "disk">,
  postIds: readonly string[],
): Promise<void> {
  for (const id of postIds) {
    await store.disk.deleteAll(`cartoes/anuncio/${id}`).catch(() => undefined);
  }
}
