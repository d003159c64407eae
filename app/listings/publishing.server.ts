import { and, eq, lte, sql } from "drizzle-orm";
import { lockUser } from "../accounts/account.server.ts";
import type { CurrentUser } from "../accounts/current-user.ts";
import { type QuotaRefusal, refuseByQuota } from "../accounts/quota.ts";
import type { Db, Transaction } from "../db/client.server.ts";
import { deletedPosts, photos, posts, unavailableDays, users } from "../db/schema.ts";
import { isUuid } from "../db/uuid.ts";
import { maxPhotosPerListing, tooManyPhotosMessage } from "../photos/photo.ts";
import {
  attachPhotos,
  deletePhotosOf,
  replacePhotos,
  StoreFailure,
} from "../photos/photos.server.ts";
import { type PhotoStore, removeStored } from "../photos/store.server.ts";
import { type Refusal, refuse } from "../site/refusal.ts";
import type { ListingInput } from "./listing.ts";

/** The outcome of publishing. */
export type PublishResult = { ok: true; id: string } | PhotosRefusal | QuotaRefusal;

/** The refusal of a list of photos that no listing can have. */
type PhotosRefusal = Refusal<"no-image" | "too-many-photos" | "photo-missing">;

const photoMissing = refuse("photo-missing", "Uma das fotos não está mais aqui. Envie-a de novo.");

function refusePhotos(ids: string[]): PhotosRefusal | null {
  if (ids.length === 0) return refuse("no-image", "Por favor, selecione ao menos uma imagem.");
  if (new Set(ids).size > maxPhotosPerListing) {
    return refuse("too-many-photos", tooManyPhotosMessage);
  }
  return ids.every(isUuid) ? null : photoMissing;
}

/** Rolls a transaction back; its refusal is then returned. */
class Refused<Result> extends Error {
  result: Result;
  constructor(result: Result) {
    super("refused");
    this.result = result;
  }
}

/**
 * Publishes a listing with photos of the advertiser's own that wait for one: quota check under a
 * lock, the listing, its photos, its days and postsCriados + 1, all or nothing (spec §6, §7).
 */
export async function createListing(
  db: Db | Transaction,
  user: CurrentUser,
  input: ListingInput,
  photoIds: string[],
): Promise<PublishResult> {
  const refusal = refusePhotos(photoIds);
  if (refusal) return refusal;
  const ids = [...new Set(photoIds)];
  try {
    return await db.transaction((tx) => publish(tx, user, input, ids));
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

async function publish(
  tx: Transaction,
  user: CurrentUser,
  input: ListingInput,
  photoIds: string[],
): Promise<PublishResult> {
  const owner = await lockUser(tx, user.uid);
  const refusal = refuseByQuota(owner);
  if (refusal) throw new Refused(refusal);
  if (!owner) throw new Error("the quota let a missing user pass");

  const { unavailableDays: days, ...fields } = input;
  const [post] = await tx
    .insert(posts)
    // The lock above puts this advertiser's publications in order; the clock, not the
    // transaction's start, says when.
    .values({
      ...fields,
      uid: user.uid,
      createdBy: owner.displayName,
      createdAt: sql`clock_timestamp()`,
      datesUpdatedAt: days.length > 0 ? sql`clock_timestamp()` : null,
    })
    .returning({ id: posts.id });
  if (!post) throw new Error("insert gave no row");

  const attached = await attachPhotos(tx, user.uid, post.id, photoIds);
  if (attached !== photoIds.length) {
    throw new Refused(photoMissing);
  }
  if (days.length > 0) {
    await tx.insert(unavailableDays).values(days.map((day) => ({ postId: post.id, day })));
  }
  await tx
    .update(users)
    .set({ postsCriados: sql`${users.postsCriados} + 1` })
    .where(eq(users.id, user.uid));
  return { ok: true, id: post.id };
}

/** The outcome of an edit. */
export type UpdateResult =
  | { ok: true }
  | PhotosRefusal
  | Refusal<"not-found" | "changed-meanwhile">;

/**
 * Changes a listing of this advertiser's, all of it: fields, photos in their order, days. `version`
 * is the one the form was opened with; a listing changed since then stays as it is. Files of photos
 * left out are removed after the commit; what fails there is swept later.
 */
export async function updateListing(
  db: Db,
  store: PhotoStore,
  user: CurrentUser,
  id: string,
  version: number,
  input: ListingInput,
  photoIds: string[],
): Promise<UpdateResult> {
  const refusal = refusePhotos(photoIds);
  if (refusal) return refusal;
  const notFound = refuse("not-found", "Erro ao carregar o post!");
  if (!isUuid(id)) return notFound;
  const outcome = await db
    .transaction(async (tx): Promise<{ removed: string[] }> => {
      const { unavailableDays: days, ...fields } = input;
      // User before listing, as in every command: a rename in between changes both.
      const owner = await lockUser(tx, user.uid);
      if (!owner) throw new Refused(notFound);
      const [post] = await tx
        .select({ version: posts.version })
        .from(posts)
        .where(and(eq(posts.id, id), eq(posts.uid, user.uid)))
        .for("update");
      if (!post) throw new Refused(notFound);
      if (post.version !== version) {
        throw new Refused(
          refuse(
            "changed-meanwhile",
            "Este anúncio foi alterado em outra aba ou aparelho. Abra-o de novo para ver como está; o que você digitou continua aqui.",
          ),
        );
      }
      const haveDaysChanged = await replaceDays(tx, id, days);
      await tx
        .update(posts)
        .set({
          ...fields,
          updatedBy: owner.displayName,
          updatedAt: sql`clock_timestamp()`,
          ...(haveDaysChanged && { datesUpdatedAt: sql`clock_timestamp()` }),
          version: sql`${posts.version} + 1`,
        })
        .where(eq(posts.id, id));
      const removed = await replacePhotos(tx, user.uid, id, [...new Set(photoIds)]);
      if (!removed) throw new Refused(photoMissing);
      return { removed };
    })
    .catch((error) => {
      if (error instanceof Refused) return error.result;
      throw error;
    });
  if (!("removed" in outcome)) return outcome;
  await removeStored(store, outcome.removed);
  return { ok: true };
}

/** Gives a listing these days for its own; gives whether they were others before. */
async function replaceDays(tx: Transaction, postId: string, days: string[]): Promise<boolean> {
  const wanted = new Set(days);
  const rows = await tx
    .select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, postId));
  if (rows.length === wanted.size && rows.every(({ day }) => wanted.has(day))) return false;
  await tx.delete(unavailableDays).where(eq(unavailableDays.postId, postId));
  if (wanted.size > 0) {
    await tx.insert(unavailableDays).values([...wanted].map((day) => ({ postId, day })));
  }
  return true;
}

/** The outcome of a deletion (spec §8). */
export type DeleteResult =
  | { ok: true; messages: string[] }
  | Refusal<"not-found">
  | (Refusal<"images"> & { cause: unknown });

/**
 * Deletes a listing of this advertiser's in the specification's order: photos, then the listing,
 * then the count (spec §4). A photo goes file first, then row, the cover last, so that a store which
 * fails leaves a listing without broken pictures. Its tombstone comes before all: it hides the
 * listing while its photos go, and after a kill says what {@link finishDeletions} has to finish.
 * Safe to repeat.
 */
export async function deleteListing(
  db: Db,
  store: PhotoStore,
  uid: string,
  id: string,
): Promise<DeleteResult> {
  const notFound = refuse("not-found", "Erro ao excluir o anúncio: ele não está mais aqui.");
  if (!isUuid(id)) return notFound;
  if (!(await raiseTombstone(db, uid, id))) return notFound;
  let deleted: boolean | null = null;
  // An edit in between may have given it other photos: they go the same way.
  while (deleted === null) {
    try {
      await deletePhotosOf(db, store, id);
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error;
      await withdrawTombstone(db, id);
      return {
        ...refuse("images", `Erro ao excluir imagens: ${error.message}`),
        cause: error.cause,
      };
    }
    deleted = await deleteBare(db, uid, id);
  }
  if (!deleted) return notFound;
  return { ok: true, messages: ["Imagens excluídas com sucesso!", "Anúncio excluído com sucesso"] };
}

/**
 * Deletes a listing without photos, and counts it off. Gives whether there was one; null where it
 * has photos and stays.
 */
function deleteBare(db: Db, uid: string, id: string): Promise<boolean | null> {
  return db.transaction(async (tx) => {
    await lockUser(tx, uid);
    // Edits wait from here on, and then find nothing.
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

/** Hides a listing of this advertiser's from now on, on every site; gives whether there is one. */
async function raiseTombstone(db: Db, uid: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [post] = await tx
      .select({ id: posts.id, localizacao: posts.localizacao })
      .from(posts)
      .where(and(eq(posts.id, id), eq(posts.uid, uid)));
    if (!post) return false;
    await tx.insert(deletedPosts).values(post).onConflictDoNothing();
    await announceListing(tx, id);
    return true;
  });
}

/** Shows a listing again on every site, after its deletion failed. */
async function withdrawTombstone(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(deletedPosts).where(eq(deletedPosts.id, id));
    await announceListing(tx, id);
  });
}

/** Has every site drop the pages it keeps of a listing, once the transaction commits. */
function announceListing(tx: Transaction, id: string): Promise<unknown> {
  return tx.execute(sql`
    select announce_listings(array_agg(id), array_agg(localizacao)) from posts where id = ${id}`);
}

/** How long a deletion may take before another site holds it for given up, in minutes. */
const deletionMinutes = 10;

/**
 * Finishes the deletions that a killed site left half done: those begun at any time where a site
 * starts, later only those begun long ago, which nobody has in hand. Gives how many were finished.
 */
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
