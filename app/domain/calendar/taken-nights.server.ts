import { and, eq, gte, type Placeholder, type SQL, sql } from "drizzle-orm";
import { feeds } from "../../platform/db/calendar-schema.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { unavailableDays } from "../../platform/db/schema.ts";
import type { Stay } from "./stays.ts";

/** Lists the nights marked by the owner from a day on, ascending. */
export async function listMarkedNights(
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

/**
 * Lists the nights taken in feeds from a day on, ascending; the oldest feed names a shared night.
 */
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

/**
 * Column for a query on `posts`: nights from a day on that the owner or a feed takes, ascending.
 */
export function takenNightsColumn(from: string | Placeholder): SQL<string[]> {
  return sql`array(
    select day::text from unavailable_days
    where unavailable_days."postId" = posts.id and day >= ${from}::date
    union
    select night::date::text
    from feeds, unnest(feeds.nights) as range,
      generate_series(greatest(lower(range), ${from}::date), upper(range) - 1, interval '1 day') as night
    where feeds."postId" = posts.id
    order by 1)`;
}

/** Column for a query on `posts`: whether the owner or a feed took any night before a day. */
export function hadTakenNightsColumn(until: string): SQL<boolean> {
  return sql`(
    exists (select from unavailable_days
      where unavailable_days."postId" = posts.id and day < ${until}::date)
    or exists (select from feeds
      where feeds."postId" = posts.id and nights && daterange(null, ${until}::date)))`;
}

/** Finds the taken nights of a stay by listing id, ascending. */
export async function findTakenNights(
  db: Db | Transaction,
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

/** Column for a query on `posts`: the last good reading of the most outdated feed, or null. */
export const feedsReadAtColumn = sql<Date | null>`(
  select min(coalesce(feeds."goodAt", feeds."createdAt")) from feeds
  where feeds."postId" = posts.id)`.mapWith(feeds.goodAt);
