import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { photos, posts, unavailableDays, users } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { lockUser, type QuotaRefusal, refuseByQuota } from "../accounts/account.server.ts";
import { today } from "../calendar/civil-date.ts";
import { mergeDays } from "../calendar/day-picker/typed-dates.ts";
import { maxPhotosPerListing, noImageMessage, tooManyPhotosMessage } from "../photos/photo.ts";
import {
  type PhotoStore,
  removeStored,
  type StoredPhoto,
  storedPhotoColumns,
} from "../photos/store.server.ts";
import { copySeasons } from "../prices/stored-seasons.server.ts";
import {
  type CheckRefusal,
  endCheck,
  findCheckEnds,
  refuseToEndCheck,
} from "./checks/checks.server.ts";
import { deleteDraft } from "./drafts/listing-drafts.server.ts";
import type { ListingInput } from "./listing.ts";
import { listingNotFound } from "./missing/absence.ts";
import { isOwnListing } from "./own-listing.server.ts";

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

/** Runs a command in a transaction, which its refusal rolls back. */
async function commitUnlessRefused<Result extends { ok: boolean }>(
  db: Db | Transaction,
  command: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let refusal: Result | null = null;
  try {
    return await db.transaction(async (tx) => {
      const result = await command(tx);
      if (result.ok) return result;
      refusal = result;
      return tx.rollback();
    });
  } catch (error) {
    if (refusal) return refusal;
    throw error;
  }
}

/**
 * Inserts and counts a listing, with the seasons of the own ad that it was begun from, and ends
 * the advertiser's draft, in one transaction (spec §6, §7). Triggers notify the page caches of all sites.
 */
export async function createListing(
  db: Db | Transaction,
  uid: string,
  input: ListingInput,
  photoIds: string[],
  modelId = "",
): Promise<PublishResult> {
  const refusal = refusePhotos(photoIds);
  if (refusal) return refusal;
  return commitUnlessRefused(db, async (tx): Promise<PublishResult> => {
    const owner = await lockUser(tx, uid);
    const overQuota = refuseByQuota(owner);
    if (overQuota) return overQuota;
    if (!owner) throw new Error("the quota let a missing user pass");

    const { unavailableDays: days, position, ...fields } = input;
    const [post] = await tx
      .insert(posts)
      // The clock's time: the lock above orders publications, but the transaction may have started
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

    if (!(await setPhotos(tx, uid, post.id, photoIds))) return photoMissing;
    await deleteDraft(tx, uid);
    if (days.length > 0) {
      await tx.insert(unavailableDays).values(days.map((day) => ({ postId: post.id, day })));
    }
    if (await isOwn(tx, uid, modelId)) await copySeasons(tx, modelId, post.id, today());
    await tx
      .update(users)
      .set({ postsCriados: sql`${users.postsCriados} + 1` })
      .where(eq(users.id, uid));
    return { ok: true, id: post.id };
  });
}

async function isOwn(tx: Transaction, uid: string, id: string): Promise<boolean> {
  return isUuid(id) && (await tx.$count(posts, isOwnListing(uid, id))) > 0;
}

export interface ListingEdit {
  input: ListingInput;
  photoIds: string[];
  /** The version that the form was opened with. */
  version: number;
  /** Nights that the form was opened with; no other night is freed. */
  shownDays?: string[];
  /** The owner accepts that the edit ends the listing's check. */
  losesCheck?: boolean;
}

export type UpdateResult =
  | { ok: true }
  | PhotosRefusal
  | Refusal<"not-found">
  | CheckRefusal
  /** `version` is the current one, with which the update would be accepted. */
  | (Refusal<"changed-meanwhile"> & { version: number });

/**
 * Replaces fields and photos, and changes the days that the edit changed; refused if its version is
 * outdated and it isn't stored already, or if it ends the listing's check and the owner hasn't accepted that. Files of removed photos are deleted after the commit; the sweep retries failures.
 */
export async function updateListing(
  { db, photoStore }: { db: Db; photoStore: PhotoStore },
  uid: string,
  id: string,
  { input, photoIds, version, shownDays = [], losesCheck = false }: ListingEdit,
): Promise<UpdateResult> {
  const refusal = refusePhotos(photoIds);
  if (refusal) return refusal;
  if (!isUuid(id)) return listingNotFound;
  let removed: StoredPhoto[] = [];
  const result = await commitUnlessRefused(db, async (tx): Promise<UpdateResult> => {
    const { unavailableDays: days, position, ...fields } = input;
    // User before listing, as in every command: a rename changes both.
    const owner = await lockUser(tx, uid);
    if (!owner) return listingNotFound;
    const [post] = await tx
      .select({
        id: posts.id,
        title: posts.title,
        version: posts.version,
        checkedAt: posts.checkedAt,
      })
      .from(posts)
      .where(and(eq(posts.id, id), eq(posts.uid, uid)))
      .for("update");
    if (!post) return listingNotFound;
    if (post.version !== version) {
      if (await isStoredAlready(tx, id, { input, photoIds, shownDays })) return { ok: true };
      const message =
        "Este anúncio foi alterado em outra aba ou aparelho. O que você digitou continua aqui.";
      return { ...refuse("changed-meanwhile", message), version: post.version };
    }
    const lost = await findCheckEnds(tx, post, { ...fields, position, photoIds });
    if (lost.length > 0 && !losesCheck) return refuseToEndCheck(lost);
    await endCheck(tx, post, lost, owner.email);
    const haveDaysChanged = await changeDays(tx, id, shownDays, days);
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
    const unused = await setPhotos(tx, uid, id, photoIds);
    if (!unused) return photoMissing;
    removed = unused;
    return { ok: true };
  });
  if (result.ok) await removeStored(photoStore, removed);
  return result;
}

/** Replaces a listing's photos. Returns those removed; null if any given is missing. */
async function setPhotos(
  tx: Transaction,
  uid: string,
  postId: string,
  photoIds: string[],
): Promise<StoredPhoto[] | null> {
  const wanted = [...new Set(photoIds)];
  const before = await tx
    .update(photos)
    .set({ postId: null, position: null })
    .where(eq(photos.postId, postId))
    .returning({ id: photos.id });
  const places = wanted.map((id, position) => sql`(${id}::uuid, ${position}::int)`);
  const attached = await tx.execute(sql`
    update photos set "postId" = ${postId}, position = place.position
    from (values ${sql.join(places, sql`, `)}) as place (id, position)
    where photos.id = place.id and photos.uid = ${uid} and photos."postId" is null`);
  if (attached.rowCount !== wanted.length) return null;
  const left = before.map(({ id }) => id).filter((id) => !wanted.includes(id));
  if (left.length === 0) return [];
  return tx
    .delete(photos)
    .where(and(inArray(photos.id, left), isNull(photos.postId)))
    .returning(storedPhotoColumns);
}

/** Changes the days; returns whether they differ from before. */
async function changeDays(
  tx: Transaction,
  postId: string,
  shown: string[],
  wanted: string[],
): Promise<boolean> {
  const ofListing = eq(unavailableDays.postId, postId);
  const rows = await tx.select({ day: unavailableDays.day }).from(unavailableDays).where(ofListing);
  const current = rows.map(({ day }) => day);
  const merged = mergeDays(current, shown, wanted);
  const freed = current.filter((day) => !merged.includes(day));
  const marked = merged.filter((day) => !current.includes(day));
  if (freed.length > 0) {
    await tx.delete(unavailableDays).where(and(ofListing, inArray(unavailableDays.day, freed)));
  }
  if (marked.length > 0) {
    await tx.insert(unavailableDays).values(marked.map((day) => ({ postId, day })));
  }
  return freed.length + marked.length > 0;
}

interface Edit {
  input: ListingInput;
  photoIds: readonly string[];
  shownDays: readonly string[];
}

/**
 * Returns whether an edit would change nothing: it was stored before, and its answer was lost on the way, so that
 * its sender repeats it with the version that the form was opened with.
 */
async function isStoredAlready(
  tx: Transaction,
  id: string,
  { input, photoIds, shownDays }: Edit,
): Promise<boolean> {
  const { unavailableDays: days, position, ...fields } = input;
  const sent = { ...fields, ...(position ?? { latitude: null, longitude: null }) };
  const [stored] = await tx.select().from(posts).where(eq(posts.id, id));
  const isSame = Object.entries(sent).every(([name, value]) =>
    isDeepStrictEqual(stored?.[name as keyof typeof stored] ?? null, value ?? null),
  );
  if (!isSame) return false;
  const shown = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(eq(photos.postId, id))
    .orderBy(asc(photos.position));
  const wanted = [...new Set(photoIds)];
  if (
    !isDeepStrictEqual(
      shown.map((photo) => photo.id),
      wanted,
    )
  )
    return false;
  const rows = await tx
    .select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, id))
    .orderBy(asc(unavailableDays.day));
  const current = rows.map(({ day }) => day);
  return isDeepStrictEqual(mergeDays(current, shownDays, days), current);
}
