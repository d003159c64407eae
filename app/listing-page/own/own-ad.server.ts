import type { CurrentUser } from "../../accounts/current-user.ts";
import { listFeedNights, listMarkedNights } from "../../calendar/taken-nights.server.ts";
import type { Db } from "../../db/client.server.ts";
import { ownsListing } from "../../listings/listings.server.ts";
import type { Pause } from "../../visibility/pause.ts";
import type { OwnAd } from "./own-ad.ts";

/** What only the ad's owner sees of it; null for everyone else. */
export async function findOwnAd(
  db: Db,
  user: CurrentUser | null,
  id: string,
  { day, pause }: { day: string; pause: Pause | null },
): Promise<OwnAd | null> {
  if (!user || !(await ownsListing(db, user.uid, id))) return null;
  const [marked, feedNights] = await Promise.all([
    listMarkedNights(db, id, day),
    listFeedNights(db, id, day),
  ]);
  return { uid: user.uid, marked, feedNights, pausedBy: pause?.pausedBy ?? null };
}
