import { and, desc, eq, inArray, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.server.ts";
import { photoCopies } from "../../db/copy-schema.ts";
import { deletedPosts, photos, posts, users } from "../../db/schema.ts";
import type { Photo } from "../../photos/photo.ts";
import { mapPhotos } from "../../photos/photos.server.ts";
import type { PausedBy } from "../../visibility/pause.ts";

export interface CopiedAd {
  id: string;
  title: string;
  uid: string;
  ownerName: string;
  createdAt: Date;
  isPublic: boolean;
}

/** A photo of the older ad, and one of the newer. */
export interface CopiedPhotos {
  earlierId: string;
  laterId: string;
  photos: { photo: Photo; sentAt: Date }[];
  likeness: number;
  isSameFile: boolean;
}

/** Two ads of different advertisers with photos that look like copies. */
export interface CopiedAds {
  older: CopiedAd;
  newer: CopiedAd;
  /** Most alike first. */
  pairs: CopiedPhotos[];
}

const maxPairs = 500;

const [one, other] = ["one", "other"].map((name) => alias(photos, name)) as [Photos, Photos];
const [oneAd, otherAd] = ["one_ad", "other_ad"].map((name) => alias(posts, name)) as [Ads, Ads];
type Photos = ReturnType<typeof alias<typeof photos, string>>;
type Ads = ReturnType<typeof alias<typeof posts, string>>;

/** Nothing is left to do about an ad that the staff took down. */
const isOpen = (ad: Ads) =>
  and(
    or(isNull(ad.pausedBy), notInArray(ad.pausedBy, ["operator", "block"] satisfies PausedBy[])),
    sql`not exists (select from ${deletedPosts} where ${deletedPosts.id} = ${ad.id})`,
  );

/** One public ad is enough: the owner of the copied one may have paused it. */
const isWaiting = and(
  isNull(photoCopies.dismissedAt),
  ne(oneAd.uid, otherAd.uid),
  isOpen(oneAd),
  isOpen(otherAd),
  or(isNull(oneAd.pausedAt), isNull(otherAd.pausedAt)),
);

const columns = {
  earlierId: photoCopies.earlierId,
  laterId: photoCopies.laterId,
  likeness: photoCopies.likeness,
  isSameFile: sql<boolean>`coalesce(${one.sha256} = ${other.sha256}, false)`.as("same_file"),
  earlierAt: sql`${one.createdAt}`.mapWith(photos.createdAt).as("earlier_at"),
  laterAt: sql`${other.createdAt}`.mapWith(photos.createdAt).as("later_at"),
  earlierAd: sql<string>`${oneAd.id}`.as("earlier_ad"),
  laterAd: sql<string>`${otherAd.id}`.as("later_ad"),
};

const waitingPairs = (db: Db) =>
  db
    .select(columns)
    .from(photoCopies)
    .innerJoin(one, eq(one.id, photoCopies.earlierId))
    .innerJoin(other, eq(other.id, photoCopies.laterId))
    .innerJoin(oneAd, eq(oneAd.id, one.postId))
    .innerJoin(otherAd, eq(otherAd.id, other.postId))
    .where(isWaiting);

/** Number of pairs of ads. */
export async function countCopiedAds(db: Db): Promise<number> {
  const waiting = waitingPairs(db).as("waiting");
  const { earlierAd, laterAd } = waiting;
  const ads = sql`least(${earlierAd}, ${laterAd}), greatest(${earlierAd}, ${laterAd})`;
  const [row] = await db
    .select({ count: sql<number>`count(distinct (${ads}))::integer` })
    .from(waiting);
  return row?.count ?? 0;
}

/** Lists ads that share photos, those found last first. For the operator's eyes alone. */
export async function listCopiedAds(db: Db): Promise<CopiedAds[]> {
  const rows = await waitingPairs(db)
    .orderBy(desc(photoCopies.foundAt), photoCopies.earlierId, photoCopies.laterId)
    .limit(maxPairs);
  const [found, ads] = await Promise.all([
    mapPhotos(
      db,
      rows.flatMap(({ earlierId, laterId }) => [earlierId, laterId]),
    ),
    mapAds(
      db,
      rows.flatMap(({ earlierAd, laterAd }) => [earlierAd, laterAd]),
    ),
  ]);
  const byAds = new Map<string, CopiedAds>();
  for (const { earlierId, laterId, likeness, isSameFile, ...row } of rows) {
    const [earlier, later] = [found.get(earlierId), found.get(laterId)];
    const [ofEarlier, ofLater] = [ads.get(row.earlierAd), ads.get(row.laterAd)];
    // Deleted between the queries.
    if (!earlier || !later || !ofEarlier || !ofLater) continue;
    const sides = [
      { ad: ofEarlier, photo: earlier, sentAt: row.earlierAt },
      { ad: ofLater, photo: later, sentAt: row.laterAt },
    ].sort(
      (a, b) => a.ad.createdAt.getTime() - b.ad.createdAt.getTime() || (a.ad.id < b.ad.id ? -1 : 1),
    );
    const [older, newer] = sides.map(({ ad }) => ad) as [CopiedAd, CopiedAd];
    const key = `${older.id} ${newer.id}`;
    const copied = byAds.get(key) ?? { older, newer, pairs: [] };
    copied.pairs.push({ earlierId, laterId, likeness, isSameFile, photos: sides });
    byAds.set(key, copied);
  }
  return [...byAds.values()].map((copied) => ({
    ...copied,
    pairs: copied.pairs.toSorted((a, b) => b.likeness - a.likeness),
  }));
}

async function mapAds(db: Db, ids: string[]): Promise<Map<string, CopiedAd>> {
  const rows = await db
    .select({
      id: posts.id,
      title: posts.title,
      uid: posts.uid,
      ownerName: users.displayName,
      createdAt: posts.createdAt,
      isPublic: sql<boolean>`${posts.pausedAt} is null`,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .where(inArray(posts.id, ids));
  return new Map(rows.map((ad) => [ad.id, ad]));
}
