import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { posts } from "../../platform/db/schema.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { hidingOf, lockUser } from "../accounts/account.server.ts";
import { explainPause, pauseOf } from "../accounts/visibility/pause.ts";
import { hide, pauseColumns, show } from "../accounts/visibility/visibility.server.ts";
import { today } from "../calendar/civil-date.ts";
import { listingNotFound } from "./missing/absence.ts";
import { withOwnListing } from "./own-listing.server.ts";

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
  return db.transaction(async (tx) => {
    const account = await lockUser(tx, uid);
    if (!account) return listingNotFound;
    return withOwnListing(tx, uid, id, async () => {
      if (isPaused) await hide(tx, { uid, id }, "owner");
      else await show(tx, { uid, id }, "owner", hidingOf(account, today()));
      const [listing] = await tx.select(pauseColumns).from(posts).where(eq(posts.id, id));
      const pause = listing && pauseOf(listing);
      if (isPaused || !pause) return { ok: true };
      return refuse("paused-by-others", explainPause(pause), { status: 409 });
    });
  });
}
