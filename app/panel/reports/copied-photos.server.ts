import { and, desc, eq, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.server.ts";
import { photoCopies } from "../../db/copy-schema.ts";
import { deletedPosts, photos, posts, users } from "../../db/schema.ts";
import type { Photo } from "../../photos/photo.ts";
import { mapPhotos } from "../../photos/photos.server.ts";
import { recordAction } from "../../site/audit-log.server.ts";
import { type Refusal, refuse } from "../../site/refusal.ts";
import type { PausedBy } from "../../visibility/pause.ts";
import { type notStaff, type Operator, operate } from "../staff/staff.server.ts";

/** An ad whose photo was sent before the other's, or after it. */
interface CopiedAd {
  id: string;
  title: string;
  ownerName: string;
  photo: Photo;
}

/** Two ads of different advertisers that share photos. */
export interface CopiedAds {
  earlier: CopiedAd;
  later: CopiedAd;
  /** Names the pairs of photos, for {@link dismissCopies}. */
  seen: string[];
}

const maxListed = 100;

const [earlier, later] = [alias(photos, "earlier"), alias(photos, "later")];
const [earlierAd, laterAd] = [alias(posts, "earlier_ad"), alias(posts, "later_ad")];
const pair = sql<string>`(${photoCopies.earlierId} || '_' || ${photoCopies.laterId})`;
const pairPattern = /^[\da-f-]{36}_[\da-f-]{36}$/;

/** Nothing is left to do about an ad that the staff took down. */
const isOpen = (ad: typeof earlierAd | typeof laterAd) =>
  and(
    or(isNull(ad.pausedBy), notInArray(ad.pausedBy, ["operator", "block"] satisfies PausedBy[])),
    sql`not exists (select from ${deletedPosts} where ${deletedPosts.id} = ${ad.id})`,
  );

/** One public ad is enough: the owner of the copied one may have paused it. */
const isWaiting = and(
  isNull(photoCopies.dismissedAt),
  isOpen(earlierAd),
  isOpen(laterAd),
  or(isNull(earlierAd.pausedAt), isNull(laterAd.pausedAt)),
);

function adColumns(ad: typeof earlierAd | typeof laterAd, photo: typeof earlier | typeof later) {
  return {
    id: ad.id,
    title: ad.title,
    ownerName: sql<string>`(select ${users.displayName} from ${users} where ${users.id} = ${ad.uid})`,
    photoId: sql<string>`(array_agg(${photo.id} order by ${pair}))[1]`,
  };
}

function selectCopies(db: Pick<Db, "select">, where: SQL | undefined) {
  return db
    .select({
      earlier: adColumns(earlierAd, earlier),
      later: adColumns(laterAd, later),
      seen: sql<string[]>`array_agg(${pair} order by ${pair})`,
    })
    .from(photoCopies)
    .innerJoin(earlier, eq(earlier.id, photoCopies.earlierId))
    .innerJoin(later, eq(later.id, photoCopies.laterId))
    .innerJoin(earlierAd, eq(earlierAd.id, earlier.postId))
    .innerJoin(laterAd, eq(laterAd.id, later.postId))
    .where(where)
    .groupBy(earlierAd.id, laterAd.id)
    .orderBy(desc(sql`max(${photoCopies.foundAt})`), earlierAd.id, laterAd.id)
    .limit(maxListed);
}

/** Lists ads that share photos, those found last first. For the operator's eyes alone. */
export async function listCopiedAds(db: Db): Promise<CopiedAds[]> {
  const rows = await selectCopies(db, isWaiting);
  const ids = rows.flatMap((row) => [row.earlier.photoId, row.later.photoId]);
  const found = await mapPhotos(db, ids);
  return rows.flatMap((row) => {
    const [first, second] = [found.get(row.earlier.photoId), found.get(row.later.photoId)];
    // Deleted between the queries.
    if (!first || !second) return [];
    return {
      ...row,
      earlier: { ...row.earlier, photo: first },
      later: { ...row.later, photo: second },
    };
  });
}

/** Number of pairs of ads. */
export async function countCopiedAds(db: Db): Promise<number> {
  return (await selectCopies(db, isWaiting)).length;
}

/** Remembers that these photos are no copies; a pair that was found meanwhile stays. */
export function dismissCopies(
  db: Db,
  operator: Operator,
  seen: string[],
): Promise<{ ok: true } | typeof notStaff | Refusal<"no-change">> {
  return operate(db, operator, async (tx, actor) => {
    const pairs = sql.param(seen.filter((one) => pairPattern.test(one)));
    const isSeen = and(isNull(photoCopies.dismissedAt), sql`${pair} = any(${pairs}::text[])`);
    const [ads] = await selectCopies(tx, isSeen);
    const { rowCount } = await tx
      .update(photoCopies)
      .set({ dismissedAt: sql`now()` })
      .where(isSeen);
    if (!rowCount) return refuse("no-change", "Estas fotos já estavam resolvidas.");
    await recordAction(tx, {
      actor,
      action: "copies-dismissed",
      subjectId: ads?.later.id,
      subject: ads?.later.title,
      after: { comparedWith: ads?.earlier.id, photos: rowCount },
    });
    return { ok: true };
  });
}
