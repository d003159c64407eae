import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { findAccount } from "../accounts/account.server.ts";
import { planState } from "../accounts/plans/plan-state.ts";
import { today } from "../calendar/civil-date.ts";
import type { Db } from "../db/client.server.ts";
import { posts } from "../db/schema.ts";
import { isUuid } from "../db/uuid.ts";
import { type Refusal, refuse } from "../site/refusal.ts";
import { listingNotFound } from "./listing-not-found.ts";
import { isStanding } from "./listings.server.ts";
import { explainPause, pauseOf } from "./pause.ts";

type PauseResult = { ok: true } | Refusal<"not-found" | "paused-by-others">;

/**
 * Owners can only show what they paused themselves; without a plan, it stays hidden until the next
 * one. Paused listings keep counting against the quota.
 */
export async function setPaused(
  db: Db,
  uid: string,
  id: string,
  isPaused: boolean,
): Promise<PauseResult> {
  if (!isUuid(id)) return listingNotFound;
  const own = and(eq(posts.id, id), eq(posts.uid, uid), isStanding);
  const account = isPaused ? null : await findAccount(db, uid);
  const isPlanOver = account !== null && planState(account, today()).kind === "over";
  const { rowCount } = isPaused
    ? await db
        .update(posts)
        .set({ pausedAt: sql`now()`, pausedBy: "owner", pauseReason: null })
        .where(and(own, isNull(posts.pausedAt)))
    : await db
        .update(posts)
        .set(isPlanOver ? { pausedBy: "plan" } : { pausedAt: null, pausedBy: null })
        .where(and(own, eq(posts.pausedBy, "owner")));
  return rowCount === 1 && !isPlanOver ? { ok: true } : explainUnchanged(db, own, isPaused);
}

async function explainUnchanged(
  db: Db,
  own: SQL | undefined,
  isPaused: boolean,
): Promise<PauseResult> {
  const [post] = await db
    .select({
      pausedAt: posts.pausedAt,
      pausedBy: posts.pausedBy,
      pauseReason: posts.pauseReason,
    })
    .from(posts)
    .where(own);
  if (!post) return listingNotFound;
  const pause = pauseOf(post);
  if (isPaused || !pause) return { ok: true };
  return refuse("paused-by-others", explainPause(pause));
}
