import { and, asc, between, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { photos, posts } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { idRange, maxPhotosPerListing, type Photo } from "./photo.ts";

const photoColumns = {
  id: photos.id,
  key: photos.key,
  width: photos.width,
  height: photos.height,
  widths: photos.widths,
  color: photos.color,
  alt: photos.alt,
  illustration: photos.illustration,
  cover: photos.cover,
};

/** Column for a query on `posts`: each listing's first photos, in order. */
export function photosColumn(limit: number = maxPhotosPerListing): SQL<Photo[]> {
  const fields = Object.entries(photoColumns).map(
    ([name, column]) => sql`${sql.raw(`'${name}'`)}, photos.${sql.identifier(column.name)}`,
  );
  return sql`(
    select coalesce(json_agg(json_build_object(${sql.join(fields, sql`, `)}) order by photos.position), '[]')
    from photos where photos."postId" = posts.id and photos.position < ${sql.raw(String(limit))})`;
}

export async function listPhotos(
  db: Db | Transaction,
  postIds: string[],
  limit: number = maxPhotosPerListing,
): Promise<Map<string, Photo[]>> {
  const byPost = new Map<string, Photo[]>(postIds.map((id) => [id, []]));
  if (postIds.length === 0) return byPost;
  const rows = await db
    .select({ postId: photos.postId, ...photoColumns })
    .from(photos)
    .where(and(inArray(photos.postId, postIds), lt(photos.position, limit)))
    .orderBy(asc(photos.position));
  for (const { postId, ...photo } of rows) {
    if (postId) byPost.get(postId)?.push(photo);
  }
  return byPost;
}

/** The key of anybody's photo, by its id in addresses (`shortenId`); null if an old one could mean two photos. */
export async function findPhotoKey(db: Db, short: string): Promise<string | null> {
  const found = await db
    .select({ key: photos.key })
    .from(photos)
    .where(between(photos.id, ...idRange(short)))
    .limit(2);
  return found.length === 1 ? (found[0]?.key ?? null) : null;
}

/** Anybody's photos by their ids. */
export async function mapPhotos(db: Db, ids: string[]): Promise<Map<string, Photo>> {
  const rows = await db.select(photoColumns).from(photos).where(inArray(photos.id, ids));
  return new Map(rows.map((photo) => [photo.id, photo]));
}

/** Lists the photos with these ids, in that order, without malformed ids and others' photos. */
export async function listOwnPhotos(
  db: Db | Transaction,
  uid: string,
  ids: string[],
): Promise<Photo[]> {
  const known = [...new Set(ids)].filter(isUuid).slice(0, maxPhotosPerListing);
  if (known.length === 0) return [];
  const rows = await db
    .select(photoColumns)
    .from(photos)
    .where(and(inArray(photos.id, known), eq(photos.uid, uid)));
  const byId = new Map(rows.map((photo) => [photo.id, photo]));
  return known.map((id) => byId.get(id)).filter((photo) => photo !== undefined);
}

export async function findPhoto(db: Db, uid: string, id: string): Promise<Photo | null> {
  return (await listOwnPhotos(db, uid, [id]))[0] ?? null;
}

/**
 * Locks a listing, which changes to it or its photos must do first, as an edit does: their triggers
 * write other rows of the listing, each in a different order, and would deadlock.
 */
export async function lockListing(tx: Transaction, id: string): Promise<void> {
  await tx.select({ id: posts.id }).from(posts).where(eq(posts.id, id)).for("no key update");
}

export async function lockListingOf(tx: Transaction, photoId: string): Promise<void> {
  const listing = tx.select({ id: photos.postId }).from(photos).where(eq(photos.id, photoId));
  await tx
    .select({ id: posts.id })
    .from(posts)
    .where(inArray(posts.id, listing))
    .for("no key update");
}
