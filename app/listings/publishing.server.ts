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

export type PublishResult = { ok: true; id: string } | PhotosRefusal | QuotaRefusal;

type PhotosRefusal = Refusal<"no-image" | "too-many-photos" | "photo-missing">;

const photoMissing = refuse("photo-missing", "Uma das fotos não está mais aqui. Envie-a de novo.");

function refusePhotos(ids: string[]): PhotosRefusal | null {
  if (ids.length === 0) return refuse("no-image", "Por favor, selecione ao menos uma imagem.");
  if (new Set(ids).size > maxPhotosPerListing) {
    return refuse("too-many-photos", tooManyPhotosMessage);
  }
  return ids.every(isUuid) ? null : photoMissing;
}

/** Rolls a transaction back and carries the refusal to return. */
class Refused<Result> extends Error {
  result: Result;
  constructor(result: Result) {
    super("refused");
    this.result = result;
  }
}

/** Publishes a listing and counts it, in one transaction (spec §6, §7). */
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
    // Publications are ordered by the lock above, so use the clock: the transaction may have started
    // earlier.
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

export type UpdateResult =
  | { ok: true }
  | PhotosRefusal
  | Refusal<"not-found" | "changed-meanwhile">;

/**
 * Replaces a listing's fields, photos and days. Refused if `version`, which the form was opened with,
 * is outdated. Files of removed photos are deleted after the commit; the sweep retries failures.
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
      // User before listing, as in every command: a rename changes both.
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

/** Spec §8. */
export type DeleteResult =
  | { ok: true; messages: string[] }
  | Refusal<"not-found">
  | (Refusal<"images"> & { cause: unknown });

/**
 * Deletes a listing in the specified order: photos, listing, count (spec §4). Each photo's files go
 * before its row, so that a failing store leaves no broken pictures. A tombstone comes first: it hides
 * the listing meanwhile, and after a kill tells {@link finishDeletions} to continue. Idempotent.
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
  // A concurrent edit may have attached more photos.
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

/** Returns whether the listing existed; null if it has photos, and stays. */
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

/** Hides a listing on every site; returns whether it exists. */
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

/** Shows a listing again after its deletion failed. */
async function withdrawTombstone(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(deletedPosts).where(eq(deletedPosts.id, id));
    await announceListing(tx, id);
  });
}

/** Makes every site drop its pages of a listing on commit. */
function announceListing(tx: Transaction, id: string): Promise<unknown> {
  return tx.execute(sql`
    select announce_listings(array_agg(id), array_agg(localizacao)) from posts where id = ${id}`);
}

/** A deletion that takes longer counts as abandoned. */
const deletionMinutes = 10;

/** At a start finishes all interrupted deletions, later only abandoned ones. Returns how many. */
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
