import { sql } from "drizzle-orm";
import { posts } from "../app/platform/db/schema.ts";
import type { TestSite } from "./site.ts";

/** Pauses all ads, so that the next test finds its own alone in searches and on lists. */
export async function hideListings({ db }: Pick<TestSite, "db">): Promise<void> {
  const paused = { pausedAt: sql`now()`, pausedBy: "owner" } as const;
  await db.update(posts).set(paused).where(sql`${posts.pausedAt} is null`);
}
