import { and, eq, sql } from "drizzle-orm";
import { lockUser } from "../accounts/account.server.ts";
import { type QuotaRefusal, refuseByQuota } from "../accounts/plans/quota.ts";
import type { Db, Transaction } from "../db/client.server.ts";
import { posts, unavailableDays, users } from "../db/schema.ts";
import { isUuid } from "../db/uuid.ts";
import {
  maxPhotosPerListing,
  noImageMessage,
  tooManyPhotosMessage,
} from "../photos/photo-limits.ts";
import { setPhotos } from "../photos/photos.server.ts";
import { type PhotoStore, removeStored } from "../photos/store.server.ts";
import { type Refusal, refuse } from "../site/refusal.ts";
import type { ListingInput } from "./listing.ts";
import { listingNotFound } from "./listing-not-found.ts";

export type PublishResult = { ok: true; id: string } | PhotosRefusal | QuotaRefusal;

type PhotosRefusal = Refusal<"no-image" | "too-many-photos" | "photo-missing">;

const photoMissing = refuse("photo-missing", "Uma das fotos não está mais aqui. Envie-a de novo.");

function refusePhotos(ids: string[]): PhotosRefusal | null {
  if (ids.length === 0) return refuse("no-image", noImageMessage);
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

/** Also counts it, in one transaction (spec §6, §7). */
export async function createListing(
  db: Db | Transaction,
  uid: string,
  input: ListingInput,
  photoIds: string[],
): Promise<PublishResult> {
  const refusal = refusePhotos(photoIds);
  if (refusal) return refusal;
  const ids = [...new Set(photoIds)];
  try {
    return await db.transaction((tx) => publish(tx, uid, input, ids));
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

async function publish(
  tx: Transaction,
  uid: string,
  input: ListingInput,
  photoIds: string[],
): Promise<PublishResult> {
  const owner = await lockUser(tx, uid);
  const refusal = refuseByQuota(owner);
  if (refusal) throw new Refused(refusal);
  if (!owner) throw new Error("the quota let a missing user pass");

  const { unavailableDays: days, position, ...fields } = input;
  const [post] = await tx
    .insert(posts)
    // By the clock: the lock above orders publications, while the transaction may have started
    // earlier.
    .values({
      ...fields,
      ...position,
      uid,
      createdBy: owner.displayName,
      createdAt: sql`clock_timestamp()`,
      datesUpdatedAt: days.length > 0 ? sql`clock_timestamp()` : null,
    })
    .returning({ id: posts.id });
  if (!post) throw new Error("insert gave no row");

  if (!(await setPhotos(tx, uid, post.id, photoIds))) throw new Refused(photoMissing);
  if (days.length > 0) {
    await tx.insert(unavailableDays).values(days.map((day) => ({ postId: post.id, day })));
  }
  await tx
    .update(users)
    .set({ postsCriados: sql`${users.postsCriados} + 1` })
    .where(eq(users.id, uid));
  return { ok: true, id: post.id };
}

export type UpdateResult =
  | { ok: true }
  | PhotosRefusal
  | Refusal<"not-found">
  /** `version` is the current one, with which the update would be accepted. */
  | (Refusal<"changed-meanwhile"> & { version: number });

/**
 * Replaces fields, photos and days. Refused if `version`, the one the form was opened with, is
 * outdated. Files of removed photos are deleted after the commit; the sweep retries failures.
 */
export async function updateListing(
  db: Db,
  store: PhotoStore,
  uid: string,
  id: string,
  version: number,
  input: ListingInput,
  photoIds: string[],
): Promise<UpdateResult> {
  const refusal = refusePhotos(photoIds);
  if (refusal) return refusal;
  if (!isUuid(id)) return listingNotFound;
  const outcome = await db
    .transaction(async (tx): Promise<{ removed: string[] }> => {
      const { unavailableDays: days, position, ...fields } = input;
      // User before listing, as in every command: a rename changes both.
      const owner = await lockUser(tx, uid);
      if (!owner) throw new Refused(listingNotFound);
      const [post] = await tx
        .select({ version: posts.version })
        .from(posts)
        .where(and(eq(posts.id, id), eq(posts.uid, uid)))
        .for("update");
      if (!post) throw new Refused(listingNotFound);
      if (post.version !== version) {
        const message =
          "Este anúncio foi alterado em outra aba ou aparelho. O que você digitou continua aqui.";
        throw new Refused({ ...refuse("changed-meanwhile", message), version: post.version });
      }
      const haveDaysChanged = await replaceDays(tx, id, days);
      await tx
        .update(posts)
        .set({
          ...fields,
          ...(position ?? { latitude: null, longitude: null }),
          updatedBy: owner.displayName,
          updatedAt: sql`clock_timestamp()`,
          ...(haveDaysChanged && { datesUpdatedAt: sql`clock_timestamp()` }),
          version: sql`${posts.version} + 1`,
        })
        .where(eq(posts.id, id));
      const removed = await setPhotos(tx, uid, id, [...new Set(photoIds)]);
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
