import { and, type SQL, sql } from "drizzle-orm";
import { isPublic } from "../accounts/visibility/visibility.server.ts";
import { staleAfterDays } from "./freshness.ts";
import { datesCheckedAtColumn } from "./listings.server.ts";

/**
 * A public listing whose calendar its owner has not confirmed for 30 days. Unlike for
 * `staleCalendarAge`, feeds don't count.
 */
export const isCalendarStale = and(
  isPublic,
  sql`${datesCheckedAtColumn} < ${daysAgo(staleAfterDays)}`,
);

export function daysAgo(days: number): SQL {
  return sql`now() - ${days} * interval '1 day'`;
}
