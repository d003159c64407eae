import { and, eq, lte, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { deletedPosts, photos, posts, users } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { announceListing } from "../../platform/web/pages/changes.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { lockUser } from "../accounts/account.server.ts";
import { deleteCards } from "../photos/card-files.server.ts";
import { deletePhotosOf, StoreFailure } from "../photos/delete-photos.server.ts";
import { lockListing } from "../photos/photos.server.ts";
import type { PhotoStore } from "../photos/store.server.ts";

/** The outcomes of spec §8. */
export type DeleteResult =
  | { ok: true; messages: readonly [string, string] }
  | Refusal<"not-found" | "images">;

/**
 * Deletes in the specified order (spec §4): photos, listing, count. A photo's files go before its
 * row, so a failing store leaves no broken pictures. A tombstone first hides the listing, and lets
 * {@link finishDeletions} continue after a kill. Idempotent.
 */
export async function deleteListing(
  db: Db,
  store: PhotoStore,
  uid: string,
  id: string,
): Promise<DeleteResult> {
  const notFound = refuse("not-found", "Erro ao excluir o anúncio: ele não está mais aqui.", {
    status: 404,
  });
  if (!isUuid(id)) return notFound;
  if (!(await raiseTombstone(db, uid, id))) return notFound;
  let deleted: boolean | null = null;
  // A concurrent edit may have attached more photos.
  while (deleted === null) {
    try {
      await deletePhotosOf(db, store, id);
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      await withdrawTombstone(db, id);
      return {
        ...refuse("images", `Erro ao excluir imagens: ${error.message}`, { status: 503 }),
        cause: error.cause,
      };
    }
    deleted = await deleteBare(db, uid, id);
  }
  await deleteCards(store, [id]);
  if (!deleted) return notFound;
  return { ok: true, messages: ["Imagens excluídas com sucesso!", "Anúncio excluído com sucesso"] };
}

/** Deletes a listing without photos, and returns whether it existed; null if it has photos. */
function deleteBare(db: Db, uid: string, id: string): Promise<boolean | null> {
  return db.transaction(async (tx) => {
    await lockUser(tx, uid);
    // Concurrent edits wait here, and then find nothing.
    const own = and(eq(posts.id, id), eq(posts.uid, uid));
    await tx.select({ id: posts.id }).from(posts).where(own).for("update");
    if ((await tx.$count(photos, eq(photos.postId, id))) > 0) return null;
    const rows = await tx.delete(posts).where(own).returning({ id: posts.id });
    if (rows.length === 0) return false;
    await tx
      .update(users)
      .set({ postsCriados: sql`greatest(${users.postsCriados} - 1, 0)` })
      .where(eq(users.id, uid));
    return true;
  });
}

/** Hides a listing on every site before its deletion. Returns whether it exists. */
export async function raiseTombstone(
  db: Db | Transaction,
  uid: string,
  id: string,
  { byStaff = false } = {},
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [post] = await tx
      .select({ id: posts.id, localizacao: posts.localizacao })
      .from(posts)
      .where(and(eq(posts.id, id), eq(posts.uid, uid)))
      .for("no key update");
    if (!post) return false;
    await tx
      .insert(deletedPosts)
      .values({ ...post, byStaff, uid })
      .onConflictDoNothing();
    await announceListing(tx, id);
    return true;
  });
}

async function withdrawTombstone(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockListing(tx, id);
    await tx.delete(deletedPosts).where(eq(deletedPosts.id, id));
    await announceListing(tx, id);
  });
}

const deletionMinutes = 10;

/** Finishes interrupted deletions: all at startup, later only abandoned ones. Returns how many. */
export async function finishDeletions(
  db: Db,
  store: PhotoStore,
  { isStarting }: { isStarting: boolean },
): Promise<number> {
  const minutes = isStarting ? 0 : deletionMinutes;
  const begun = await db
    .select({ id: posts.id, uid: posts.uid })
    .from(posts)
    .innerJoin(deletedPosts, eq(deletedPosts.id, posts.id))
    .where(lte(deletedPosts.deletedAt, sql`now() - ${minutes} * interval '1 minute'`));
  let finished = 0;
  for (const { id, uid } of begun) {
    if ((await deleteListing(db, store, uid, id)).ok) finished += 1;
  }
  return finished;
}
