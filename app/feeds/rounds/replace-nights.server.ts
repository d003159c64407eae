import { sql } from "drizzle-orm";
import type { NightRange } from "../../calendar/night-window.ts";
import { feeds } from "../../db/calendar-schema.ts";

/**
 * Replaces the nights from `day` on, which is today. Past ones stay until the purge: most sites drop a stay
 * from their calendar once it is over, and invitations need it (docs/decisions/051).
 */
export function replaceNights(nights: readonly NightRange[], day: string) {
  const read = `{${nights.map(({ from, to }) => `[${from},${to})`).join(",")}}`;
  const past = sql`${feeds.nights} * datemultirange(daterange(null, ${day}::date))`;
  const written = sql`(${past} + ${read}::datemultirange)`;
  const isSame = sql`${feeds.nights} = ${written}`;
  const count = (more: typeof written, less: typeof written) => sql<number>`
    (select coalesce(sum(upper(span) - lower(span)), 0)::int
      from unnest((${more} - ${less}) * datemultirange(daterange(${day}::date, null))) as span)`;
  const now = sql`${feeds.nights}`;
  return {
    nights: written,
    // Nothing reads these two any more.
    stays: null,
    freed: "{}",
    nightsChangedAt: sql`case when ${isSame} then ${feeds.nightsChangedAt} else clock_timestamp() end`,
    takenCount: sql`case when ${isSame} then ${feeds.takenCount} else ${count(written, now)} end`,
    freedCount: sql`case when ${isSame} then ${feeds.freedCount} else ${count(now, written)} end`,
  };
}
