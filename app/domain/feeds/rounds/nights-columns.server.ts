import { sql } from "drizzle-orm";
import { feeds } from "../../../platform/db/calendar-schema.ts";
import type { NightRange } from "../../calendar/night-window.ts";

/**
 * The columns that replace the nights from `day` on, which is today. Past ones stay until the purge: most sites drop a stay
 * from their calendar once it is over, and invitations need it (docs/decisions/051).
 */
export function nightsColumns(nights: readonly NightRange[], day: string) {
  const read = `{${nights.map(({ from, to }) => `[${from},${to})`).join(",")}}`;
  const past = sql`${feeds.nights} * datemultirange(daterange(null, ${day}::date))`;
  const written = sql`(${past} + ${read}::datemultirange)`;
  return {
    nights: written,
    nightsChangedAt: sql`case when ${feeds.nights} = ${written} then ${feeds.nightsChangedAt} else clock_timestamp() end`,
    // Nothing reads these two any more.
    stays: null,
    freed: "{}",
  };
}
