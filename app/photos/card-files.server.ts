import { createHash } from "node:crypto";
import type { PhotoStore } from "./store.server.ts";

/** Prefix of the pictures of shared links, which are stored with the photos. */
export const cardsPrefix = "cartoes";

export type CardSubject = { postId: string } | { listCode: string };

/** The folder of one listing's or list's cards. The key of a list doesn't reveal its code. */
export function cardFolder(subject: CardSubject): string {
  if ("postId" in subject) return `${cardsPrefix}/anuncio/${subject.postId}`;
  return `${cardsPrefix}/lista/${hexDigest(subject.listCode).slice(0, 32)}`;
}

export function hexDigest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Deletes all cards of these listings and lists; the sweep removes any that fail. */
export async function deleteCards(
  store: Pick<PhotoStore, "disk">,
  subjects: readonly CardSubject[],
): Promise<void> {
  for (const subject of subjects) {
    await store.disk.deleteAll(cardFolder(subject)).catch(() => undefined);
  }
}
