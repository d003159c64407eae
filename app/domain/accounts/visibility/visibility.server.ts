import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/db/client.server.ts";
import { deletedPosts, posts } from "../../../platform/db/schema.ts";
import type { PauseColumns, PausedBy } from "./pause.ts";

/** Excludes listings whose deletion has begun: they may have lost photos already. */
export const isStanding = sql`not exists (select 1 from ${deletedPosts} where ${deletedPosts.id} = ${posts.id})`;

/** Excludes paused listings, and those whose deletion has begun. */
export const isPublic = sql`${posts.pausedAt} is null and ${isStanding}`;

export const isPaused = sql`${posts.pausedAt} is not null and ${isStanding}`;

/** Taken down by the staff, rather than paused by its owner or because there is no plan. */
export const isWithdrawn = inArray(posts.pausedBy, ["operator", "block"] satisfies PausedBy[]);

export const pauseColumns = {
  pausedAt: posts.pausedAt,
  pausedBy: posts.pausedBy,
  pauseReason: posts.pauseReason,
};

/** An advertiser's listings, or one of them. */
interface Ads {
  uid: string;
  id?: string;
}

const isAmong = ({ uid, id }: Ads) => and(eq(posts.uid, uid), id ? eq(posts.id, id) : undefined);

/**
 * A listing has one pause at a time. Each party can pause public listings, and replaces the pauses
 * named here; all others stay as they are.
 */
const yieldingTo: Record<PausedBy, PausedBy[]> = {
  operator: ["owner", "operator", "plan", "block"],
  owner: [],
  plan: [],
  block: [],
};

/**
 * Pauses listings, unless a pause that doesn't yield holds already. Needs the account's lock
 * (`lockUser`). Returns how many it paused.
 */
export async function hide(
  tx: Transaction,
  ads: Ads,
  by: PausedBy,
  pauseReason: string | null = null,
): Promise<number> {
  const { rowCount } = await tx
    .update(posts)
    .set({
      pausedAt: sql`now()`,
      pausedBy: by,
      pauseReason,
      ownerPausedAt: sql`case ${posts.pausedBy} when 'owner' then ${posts.pausedAt}
        else ${posts.ownerPausedAt} end`,
    })
    .where(and(isAmong(ads), or(isNull(posts.pausedBy), inArray(posts.pausedBy, yieldingTo[by]))));
  return rowCount ?? 0;
}

/** The reasons that hide all listings of an account. */
export interface AccountHiding {
  blockedAt: Date | null;
  isPlanOver: boolean;
}

/**
 * Lifts a party's pauses, and no others. The next reason to hide the listing takes over: its owner's
 * own pause, from before the operator's; else the block; else the end of the plan. Needs the account's
 * lock, under which `hiding` must have been read, or it might change meanwhile. Returns the new state
 * of each listing that the party had paused.
 */
export function show(
  tx: Transaction,
  ads: Ads,
  by: PausedBy,
  hiding: AccountHiding,
): Promise<PauseColumns[]> {
  const { blockedAt, isPlanOver } = hiding;
  const next = blockedAt ? "block" : isPlanOver ? "plan" : null;
  const since = next === "plan" ? posts.pausedAt : blockedAt;
  return tx
    .update(posts)
    .set({
      pausedAt: sql`coalesce(${posts.ownerPausedAt}, ${since})`,
      pausedBy: sql`case when ${posts.ownerPausedAt} is null then ${next} else 'owner' end`,
      pauseReason: null,
      ownerPausedAt: null,
    })
    .where(and(isAmong(ads), eq(posts.pausedBy, by)))
    .returning(pauseColumns);
}
