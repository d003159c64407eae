import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { isPublic } from "../../../domain/accounts/visibility/visibility.server.ts";
import { listingNotFound } from "../../../domain/listings/missing/absence.ts";
import { feeds, seasons } from "../../../platform/db/calendar-schema.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { Refusal } from "../../../platform/web/refusal.ts";
import type { NewListing } from "./next-steps.tsx";

/** Older ads have found their way. */
const newDays = 30;

// Drizzle leaves out the table of a selected column, and these tables have an id, too.
const hasSeasons = sql<boolean>`exists (select from ${seasons} where ${seasons}."postId" = "posts"."id")`;
const hasCalendar = sql<boolean>`(${posts.datesUpdatedAt} is not null
  or exists (select from ${feeds} where ${feeds}."postId" = "posts"."id"))`;

/** Returns the advertiser's newest public ad with something left to do, unless its steps were put away. */
export async function findNextSteps(db: Db, uid: string): Promise<NewListing | null> {
  const [listing] = await db
    .select({ id: posts.id, title: posts.title, hasSeasons, hasCalendar })
    .from(posts)
    .where(
      and(
        eq(posts.uid, uid),
        isPublic,
        isNull(posts.stepsClosedAt),
        gt(posts.createdAt, sql`now() - ${newDays} * interval '1 day'`),
        or(sql`not ${hasSeasons}`, sql`not ${hasCalendar}`),
      ),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(1);
  return listing ?? null;
}

/** Puts the next steps of an ad away. */
export async function closeSteps(
  db: Db,
  uid: string,
  id: string,
): Promise<{ ok: true } | Refusal<"not-found">> {
  if (!isUuid(id)) return listingNotFound;
  const { rowCount } = await db
    .update(posts)
    .set({ stepsClosedAt: sql`coalesce(${posts.stepsClosedAt}, now())` })
    .where(and(eq(posts.id, id), eq(posts.uid, uid)));
  return rowCount ? { ok: true } : listingNotFound;
}
