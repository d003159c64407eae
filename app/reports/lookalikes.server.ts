import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { photos, posts, users } from "../db/schema.ts";
import { isPublic } from "../visibility/visibility.server.ts";

type SharedTrait =
  | { kind: "telefone" /** Digits. */; telefone: string }
  | { kind: "foto"; sha256: string };

/** Public listings of two or more advertisers with the same phone number or photo. */
export interface Lookalikes {
  trait: SharedTrait;
  /** Listings, oldest first: the later ones are more likely the copies. */
  listings: { id: string; title: string; uid: string; ownerName: string }[];
}

const maxListed = 50;
/** Limit for each kind, over all traits. */
const maxListings = 500;

export async function countLookalikes(db: Db): Promise<number> {
  const [phones, files] = await Promise.all([
    db.$count(sharedPhones(db).as("shared")),
    db.$count(sharedPhotos(db).as("shared")),
  ]);
  return phones + files;
}

/** For the operator's eyes alone: there can be an honest reason, such as a couple with two accounts. */
export async function listLookalikes(db: Db): Promise<Lookalikes[]> {
  return [...(await listSharedPhones(db)), ...(await listSharedPhotos(db))];
}

const listingColumns = {
  id: posts.id,
  title: posts.title,
  uid: posts.uid,
  ownerName: users.displayName,
};

function sharedPhones(db: Db) {
  return db
    .select({ telefone: posts.telefone })
    .from(posts)
    .where(isPublic)
    .groupBy(posts.telefone)
    .having(sql`count(distinct ${posts.uid}) > 1`)
    .orderBy(sql`max(${posts.createdAt}) desc`)
    .limit(maxListed);
}

async function listSharedPhones(db: Db): Promise<Lookalikes[]> {
  const rows = await db
    .select({ telefone: posts.telefone, ...listingColumns })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(isPublic, sql`${posts.telefone} in ${sharedPhones(db)}`))
    .orderBy(posts.createdAt, posts.id)
    .limit(maxListings);
  return [...Map.groupBy(rows, ({ telefone }) => telefone)].map(([telefone, own]) => ({
    trait: { kind: "telefone", telefone },
    listings: own.map(({ telefone: _, ...listing }) => listing),
  }));
}

function sharedPhotos(db: Db) {
  return db
    .select({ sha256: photos.sha256 })
    .from(photos)
    .innerJoin(posts, eq(posts.id, photos.postId))
    .where(and(isNotNull(photos.sha256), isPublic))
    .groupBy(photos.sha256)
    .having(sql`count(distinct ${posts.uid}) > 1`)
    .orderBy(sql`max(${posts.createdAt}) desc`)
    .limit(maxListed);
}

async function listSharedPhotos(db: Db): Promise<Lookalikes[]> {
  const rows = await db
    .selectDistinct({ sha256: photos.sha256, createdAt: posts.createdAt, ...listingColumns })
    .from(photos)
    .innerJoin(posts, eq(posts.id, photos.postId))
    .innerJoin(users, eq(users.id, posts.uid))
    .where(and(isPublic, sql`${photos.sha256} in ${sharedPhotos(db)}`))
    .orderBy(posts.createdAt, posts.id)
    .limit(maxListings);
  return [...Map.groupBy(rows, ({ sha256 }) => sha256)].map(([sha256, own]) => ({
    trait: { kind: "foto", sha256: sha256 ?? "" },
    listings: own.map(({ sha256: _, createdAt: _at, ...listing }) => listing),
  }));
}
