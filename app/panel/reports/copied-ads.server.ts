import { and, desc, eq, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { PausedBy } from "../../domain/accounts/visibility/pause.ts";
import type { Photo } from "../../domain/photos/photo.ts";
import { mapPhotos } from "../../domain/photos/photos.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { photoCopies } from "../../platform/db/copy-schema.ts";
import { deletedPosts, photos, posts, users } from "../../platform/db/schema.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { type notStaff, type Operator, operate } from "../staff/staff.server.ts";

interface CopiedAd {
  id: string;
  title: string;
  uid: string;
  ownerName: string;
  photo: Photo;
}

/** Ads of several advertisers that share photos, the one whose photo was sent first in front. */
export interface CopiedAds {
  ads: CopiedAd[];
  /** Names the pairs of photos, for {@link dismissCopies}. */
  seen: string[];
}

const maxPairs = 500;

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

function sideColumns(ad: typeof earlierAd | typeof laterAd, photo: typeof earlier | typeof later) {
  return {
    id: ad.id,
    title: ad.title,
    uid: ad.uid,
    ownerName: sql<string>`(select ${users.displayName} from ${users} where ${users.id} = ${ad.uid})`,
    photoId: photo.id,
    sentAt: photo.createdAt,
  };
}

/** Pairs of photos, those found last first. */
function selectPairs(db: Pick<Db, "select">, where: SQL | undefined) {
  return db
    .select({
      earlier: sideColumns(earlierAd, earlier),
      later: sideColumns(laterAd, later),
      name: pair,
    })
    .from(photoCopies)
    .innerJoin(earlier, eq(earlier.id, photoCopies.earlierId))
    .innerJoin(later, eq(later.id, photoCopies.laterId))
    .innerJoin(earlierAd, eq(earlierAd.id, earlier.postId))
    .innerJoin(laterAd, eq(laterAd.id, later.postId))
    .where(where)
    .orderBy(desc(photoCopies.foundAt), pair)
    .limit(maxPairs);
}

type Pair = Awaited<ReturnType<typeof selectPairs>>[number];

/** One group for each photo, whatever number of ads have it, and one for all photos that the same ads have. */
function groupPairs(pairs: Pair[]): Pair[][] {
  const groups = new Map<string, Set<Pair>>();
  for (const one of pairs) {
    const ends = [one.earlier.photoId, one.later.photoId];
    const group = new Set([one, ...ends.flatMap((id) => [...(groups.get(id) ?? [])])]);
    for (const { earlier, later } of group) {
      groups.set(earlier.photoId, group).set(later.photoId, group);
    }
  }
  const byPhoto = [...new Set(groups.values())].map((group) => [...group]);
  const adsOf = (group: Pair[]) =>
    [...new Set(group.flatMap((one) => [one.earlier.id, one.later.id]))].sort().join();
  return [...Map.groupBy(byPhoto, adsOf).values()].map((same) => same.flat());
}

/** Lists ads that share photos, which only the operator may see. */
export async function listCopiedAds(db: Db): Promise<CopiedAds[]> {
  const groups = groupPairs(await selectPairs(db, isWaiting));
  const sides = groups.map((group) =>
    [
      ...Map.groupBy(
        group.flatMap(({ earlier, later }) => [earlier, later]),
        ({ id }) => id,
      ),
    ]
      .flatMap(([, [first]]) => first ?? [])
      .sort((one, other) => Number(one.sentAt) - Number(other.sentAt)),
  );
  const found = await mapPhotos(
    db,
    sides.flat().map(({ photoId }) => photoId),
  );
  return groups.map((group, at) => ({
    ads: (sides[at] ?? []).flatMap(({ photoId, sentAt: _, ...ad }) => {
      const photo = found.get(photoId);
      // Deleted between the queries.
      return photo ? [{ ...ad, photo }] : [];
    }),
    seen: group.map(({ name }) => name).sort(),
  }));
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
    const [first] = await selectPairs(tx, isSeen);
    const { rowCount } = await tx
      .update(photoCopies)
      .set({ dismissedAt: sql`now()` })
      .where(isSeen);
    if (!rowCount)
      return refuse("no-change", "Estas fotos já estavam resolvidas.", { status: 409 });
    await recordAction(tx, {
      actor,
      action: "copies-dismissed",
      subjectId: first?.later.id,
      subject: first?.later.title,
      after: { comparedWith: first?.earlier.id, photos: rowCount },
    });
    return { ok: true };
  });
}
