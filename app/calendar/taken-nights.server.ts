import { eq, sql } from "drizzle-orm";
import { feeds } from "../db/calendar-schema.ts";
import type { Db } from "../db/client.server.ts";
import { unavailableDays } from "../db/schema.ts";

/** Marked by the owner; civil dates, ascending. */
export async function listOwnNights(db: Db, postId: string): Promise<string[]> {
  const rows = await db
    .select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, postId))
    .orderBy(unavailableDays.day);
  return rows.map(({ day }) => day);
}

/** Marked by the owner or taken in a feed; civil dates, ascending. */
export async function listTakenNights(db: Db, postId: string): Promise<string[]> {
  const { rows } = await db.execute<{ night: string }>(sql`
    select ${unavailableDays.day}::text as night
    from ${unavailableDays}
    where ${eq(unavailableDays.postId, postId)}
    union
    select generate_series(lower(booked), upper(booked) - 1, interval '1 day')::date::text
    from ${feeds}, unnest(${feeds.nights}) as booked
    where ${eq(feeds.postId, postId)}
    order by night`);
  return rows.map(({ night }) => night);
}
