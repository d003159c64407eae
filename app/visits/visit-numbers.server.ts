import { and, gt, inArray } from "drizzle-orm";
import { addDays } from "../calendar/civil-date.ts";
import type { Db } from "../db/client.server.ts";
import { visits } from "../db/operation-schema.ts";
import { comparedDays, sumVisits, type VisitNumbers } from "./visit-numbers.ts";

export async function listVisitNumbers(
  db: Db,
  ids: readonly string[],
  today: string,
): Promise<Map<string, VisitNumbers>> {
  const rows = await db
    .select()
    .from(visits)
    .where(
      and(inArray(visits.postId, [...ids]), gt(visits.day, addDays(today, -2 * comparedDays))),
    );
  const byListing = Map.groupBy(rows, ({ postId }) => postId);
  return new Map(ids.map((id) => [id, sumVisits(byListing.get(id) ?? [], today)]));
}
