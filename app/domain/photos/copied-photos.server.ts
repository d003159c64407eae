import { and, eq, isNull, lte, ne, not, notInArray, sql } from "drizzle-orm";
import sharp from "sharp";
import type { Db } from "../../platform/db/client.server.ts";
import { photoCopies } from "../../platform/db/copy-schema.ts";
import { lockNumbers } from "../../platform/db/lock-numbers.ts";
import { photos } from "../../platform/db/schema.ts";
import { PhotoFailure } from "./photo-rounds.server.ts";
import { lockListingOf } from "./photos.server.ts";
import type { PhotoStore } from "./store.server.ts";

const hashBits = 64;

/** Hash of a photo that can't be compared: too far from any real hash to count as a copy. */
const noHash = "0".repeat(hashBits);

/** Fewer ones or zeros are those of skies and walls, which look like one another. */
const leastBits = 8;

/**
 * Bits that copies differ in. Of 56 photographs, 52 or more were found again after being compressed, made
 * smaller, brighter, darker or more colourful; no two different ones were nearer than 6 bits.
 */
const maxDistance = 5;

/** A photo that many others resemble is noted with the nearest. */
const maxNoted = 30;

/** Says of 8 × 8 neighbours in a row which is brighter, as PostgreSQL writes bits. Throws if it is no picture. */
async function hashPhoto(bytes: Uint8Array): Promise<string> {
  const shape = { width: 9, height: 8, fit: "fill" } as const;
  const light = await sharp(bytes).resize(shape).greyscale().raw().toBuffer();
  const bits = Array.from({ length: hashBits }, (_, bit) => {
    const at = bit + Math.floor(bit / (shape.width - 1));
    return Number((light[at] ?? 0) > (light[at + 1] ?? 0));
  });
  const ones = bits.filter(Boolean).length;
  return Math.min(ones, hashBits - ones) < leastBits ? noHash : bits.join("");
}

/**
 * Hashes the newest photo without a hash, and notes the photos of other advertisers that are near. Returns that
 * photo; null if none is left. Throws {@link PhotoFailure}.
 */
export async function compareNextPhoto(
  { db, photoStore }: { db: Db; photoStore: PhotoStore },
  except: string[],
): Promise<{ id: string } | null> {
  const { id, uid, key, widths, createdAt, differenceHash } = photos;
  const isDue = and(
    isNull(differenceHash),
    not(photos.illustration),
    sql`cardinality(${widths}) > 0`,
    except.length > 0 ? notInArray(id, except) : undefined,
  );
  const [photo] = await db
    .select({ id, uid, createdAt, file: sql<string>`${key} || '/' || ${widths}[1] || '.jpg'` })
    .from(photos)
    .where(isDue)
    .orderBy(sql`${createdAt} desc nulls last`)
    .limit(1);
  if (!photo) return null;
  const hash = await readHash(photoStore, photo.file).catch((cause) => {
    throw new PhotoFailure(photo.id, cause);
  });
  await db.transaction(async (tx) => {
    await lockListingOf(tx, photo.id);
    // One at a time, so that of two copies the later one finds the earlier.
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.copies})`);
    const { rowCount } = await tx
      .update(photos)
      .set({ differenceHash: hash })
      .where(eq(id, photo.id));
    if (!rowCount || hash === noHash) return;
    const distance = sql<number>`bit_count(${differenceHash} # ${hash}::bit(64))::integer`;
    const near = await tx
      .select({ id, createdAt, distance })
      .from(photos)
      .where(and(ne(uid, photo.uid), lte(distance, maxDistance)))
      .orderBy(distance)
      .limit(maxNoted);
    const pairs = near.map((other) => {
      const isLater = other.createdAt > photo.createdAt;
      const [earlier, later] = isLater ? [photo, other] : [other, photo];
      return { earlierId: earlier.id, laterId: later.id, likeness: 100 - other.distance };
    });
    if (pairs.length > 0) await tx.insert(photoCopies).values(pairs).onConflictDoNothing();
  });
  return photo;
}

async function readHash(store: PhotoStore, file: string): Promise<string> {
  if (!(await store.openFile(file))) return noHash;
  return hashPhoto(await store.disk.getBytes(file)).catch(() => noHash);
}
