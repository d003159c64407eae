import { and, eq, gte, sql } from "drizzle-orm";
import { feeds } from "../db/calendar-schema.ts";
import type { Db, Transaction } from "../db/client.server.ts";
import { prepareOnce } from "../db/prepared.server.ts";
import { unavailableDays } from "../db/schema.ts";
import type { Stay } from "./stays.ts";

/** Marked by the owner, from a day on; ascending. */
export async function listOwnNights(
  db: Db | Transaction,
  postId: string,
  from = "2000-01-01",
): Promise<string[]> {
  const rows = await db
    .select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(and(eq(unavailableDays.postId, postId), gte(unavailableDays.day, from)))
    .orderBy(unavailableDays.day);
  return rows.map(({ day }) => day);
}

export interface FeedNight {
  night: string;
  source: string;
}

/** Ascending, from a day on; the oldest feed names a night that several take. */
export async function listFeedNights(
  db: Db | Transaction,
  postId: string,
  from = "2000-01-01",
): Promise<FeedNight[]> {
  const { rows } = await db.execute<{ night: string; source: string }>(sql`
    select distinct on (night) night::date::text as night, nome as source
    from ${feeds}, unnest(${feeds.nights}) as range,
      generate_series(greatest(lower(range), ${from}::date), upper(range) - 1, interval '1 day') as night
    where ${eq(feeds.postId, postId)}
    order by night, "createdAt", id`);
  return rows;
}

const takenNights = prepareOnce((db) =>
  db
    .select({ night: sql<string>`night` })
    .from(sql`(
      select day::text as night from ${unavailableDays}
      where "postId" = ${sql.placeholder("postId")} and day >= ${sql.placeholder("from")}
      union
      select night::date::text
      from ${feeds}, unnest(${feeds.nights}) as range,
        generate_series(
          greatest(lower(range), ${sql.placeholder("from")}), upper(range) - 1, interval '1 day'
        ) as night
      where "postId" = ${sql.placeholder("postId")}) as taken`)
    .orderBy(sql`night`)
    .prepare("taken_nights"),
);

/** Marked by the owner or taken in a feed, from a day on; ascending. */
export async function listTakenNights(db: Db, postId: string, from: string): Promise<string[]> {
  const rows = await takenNights(db).execute({ postId, from });
  return rows.map(({ night }) => night);
}

/** By listing id: the nights of a stay that are taken, ascending. */
export async function findTakenNights(
  db: Db,
  postIds: readonly string[],
  { checkIn, checkOut }: Stay,
): Promise<ReadonlyMap<string, string[]>> {
  const taken = new Map<string, string[]>();
  if (postIds.length === 0) return taken;
  const ids = sql`${sql.param([...postIds])}::uuid[]`;
  const { rows } = await db.execute<{ id: string; night: string }>(sql`
    select "postId" as id, day::text as night
    from ${unavailableDays}
    where "postId" = any(${ids}) and day >= ${checkIn} and day < ${checkOut}
    union
    select "postId", night::date::text
    from ${feeds},
      unnest(${feeds.nights} * datemultirange(daterange(${checkIn}, ${checkOut}))) as range,
      generate_series(lower(range), upper(range) - 1, interval '1 day') as night
    where "postId" = any(${ids})
    order by night`);
  for (const { id, night } of rows) taken.set(id, [...(taken.get(id) ?? []), night]);
  return taken;
}

const feedsReadAt = prepareOnce((db) =>
  db
    .select({
      at: sql<Date | null>`min(coalesce(${feeds.goodAt}, ${feeds.createdAt}))`.mapWith(
        feeds.goodAt,
      ),
    })
    .from(feeds)
    .where(eq(feeds.postId, sql.placeholder("postId")))
    .prepare("feeds_read_at"),
);

/** The last good reading of the listing's most outdated feed; null without feeds. */
export async function findFeedsReadAt(db: Db, postId: string): Promise<Date | null> {
  const [row] = await feedsReadAt(db).execute({ postId });
  return row?.at ?? null;
}
