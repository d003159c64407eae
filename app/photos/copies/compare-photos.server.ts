import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { photoComparisons, photoCopies, photoHashes } from "../../db/copy-schema.ts";
import { photos } from "../../db/schema.ts";
import { type PhotoTurn, workOnFirst } from "../photo-rounds.server.ts";
import type { PhotoStore } from "../store.server.ts";
import { type AlikePhoto, findAlike } from "./alike-photos.server.ts";
import { likenessOf, minLikeness } from "./likeness.server.ts";
import { type Luma, readLuma } from "./luma.server.ts";
import { cropSteps, makePrint, type Print } from "./print.server.ts";

export interface CompareSite {
  db: Db;
  photoStore: PhotoStore;
}

type DuePhoto = Pick<
  typeof photos.$inferSelect,
  "id" | "uid" | "key" | "widths" | "sha256" | "createdAt"
>;

/** Photos to look at, since another process may be working on the first of them. */
const candidates = 4;

/**
 * Compares the newest photo that is due with all others, and notes copies of it. Returns that photo; null
 * if none is due, or other processes have taken them.
 */
export async function compareNextPhoto(
  site: CompareSite,
  { except, signal }: PhotoTurn,
): Promise<{ id: string } | null> {
  return workOnFirst(site.db, await listDue(site.db, except), {
    kind: "comparison",
    async work(id) {
      const photo = await findDue(site.db, id);
      if (photo) await comparePhoto(site, photo, signal);
      return photo;
    },
  });
}

async function listDue(db: Db, except: string[]): Promise<string[]> {
  const { photoId, createdAt, comparedAt } = photoComparisons;
  const rows = await db
    .select({ id: photoId })
    .from(photoComparisons)
    .where(and(isNull(comparedAt), except.length > 0 ? notInArray(photoId, except) : undefined))
    .orderBy(sql`${createdAt} desc nulls last`)
    .limit(candidates);
  return rows.map(({ id }) => id);
}

async function findDue(db: Db, photoId: string): Promise<DuePhoto | null> {
  const { id, uid, key, widths, sha256, createdAt } = photos;
  const [photo] = await db
    .select({ id, uid, key, widths, sha256, createdAt })
    .from(photos)
    .innerJoin(photoComparisons, eq(photoComparisons.photoId, id))
    .where(and(eq(id, photoId), isNull(photoComparisons.comparedAt)));
  return photo ?? null;
}

/**
 * Commits the hashes before it looks for others: of two photos compared at once, whichever is later then
 * sees the other. Idempotent; a photo without a readable file counts as compared.
 */
async function comparePhoto(
  { db, photoStore: store }: CompareSite,
  photo: DuePhoto,
  signal?: AbortSignal,
): Promise<void> {
  const luma = await readSmallest(store, photo);
  const print = luma && makePrint(luma);
  if (print) await storeHashes(db, photo.id, print);
  const copies: Copy[] = [];
  for (const alike of await findAlike(db, photo, print)) {
    signal?.throwIfAborted();
    const likeness = alike.isSameFile ? 1 : await compareWith(store, luma, alike);
    if (likeness >= minLikeness) copies.push({ alike, likeness });
  }
  await note(db, photo, copies);
}

interface Copy {
  alike: AlikePhoto;
  likeness: number;
}

async function compareWith(store: PhotoStore, luma: Luma | null, alike: AlikePhoto) {
  const other = luma && (await readSmallest(store, alike));
  return luma && other ? likenessOf(luma, other) : 0;
}

/** Null if the file is gone or broken. Throws if the store fails. */
async function readSmallest(
  store: PhotoStore,
  { key, widths }: Pick<DuePhoto, "key" | "widths">,
): Promise<Luma | null> {
  const file = `${key}/${widths[0]}.jpg`;
  if (widths.length === 0 || !(await store.openFile(file))) return null;
  return readLuma(await store.disk.getBytes(file)).catch(() => null);
}

/** A photo deleted meanwhile gets none. */
async function storeHashes(db: Db, photoId: string, { whole, crops }: Print): Promise<void> {
  const hashes = [whole, ...crops];
  await db.transaction(async (tx) => {
    if (!(await keep(tx, [photoId])).has(photoId)) return;
    await tx
      .insert(photoHashes)
      .values(hashes.map((hash, n) => ({ photoId, hash, crop: [0, ...cropSteps][n] ?? 0 })))
      .onConflictDoNothing();
  });
}

/** A photo that is being deleted is left out; if it stays after all, the comparison is still due. */
async function note(db: Db, photo: DuePhoto, copies: Copy[]): Promise<void> {
  await db.transaction(async (tx) => {
    const wanted = [photo.id, ...copies.map(({ alike }) => alike.id)];
    const kept = await keep(tx, wanted);
    if (!kept.has(photo.id)) return;
    const pairs = copies
      .filter(({ alike }) => kept.has(alike.id))
      .map(({ alike, likeness }) => ({
        ...inOrder(photo, alike),
        likeness: Math.round(likeness * 100),
      }));
    if (pairs.length > 0) await tx.insert(photoCopies).values(pairs).onConflictDoNothing();
    if (kept.size < wanted.length) return;
    await tx
      .update(photoComparisons)
      .set({ comparedAt: sql`now()` })
      .where(eq(photoComparisons.photoId, photo.id));
  });
}

/** Keeps photos from being deleted until the transaction ends, without waiting for those that are. */
async function keep(tx: Parameters<Parameters<Db["transaction"]>[0]>[0], ids: string[]) {
  const rows = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(inArray(photos.id, ids))
    .for("key share", { skipLocked: true });
  return new Set(rows.map(({ id }) => id));
}

function inOrder(one: AlikePhoto | DuePhoto, other: AlikePhoto | DuePhoto) {
  const order = one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);
  const [earlier, later] = order < 0 ? [one, other] : [other, one];
  return { earlierId: earlier.id, laterId: later.id };
}
