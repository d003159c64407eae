import { data } from "react-router";
import type { CurrentUser } from "../../accounts/current-user.ts";
import type { Db } from "../../db/client.server.ts";
import type { Listing } from "../listing.ts";
import { findHiddenListing, findListing, findOwnPausedListing } from "../listings.server.ts";
import type { Pause } from "./pause.ts";

/** Only owners see paused ones. Throws {@link missingListing}. */
export async function requireListing(
  db: Db,
  user: CurrentUser | null,
  id: string,
): Promise<{ listing: Listing; pause: Pause | null }> {
  const listing = await findListing(db, id);
  if (listing) return { listing, pause: null };
  const own = user && (await findOwnPausedListing(db, user.uid, id));
  if (!own) throw await missingListing(db, id);
  return own;
}

/** To be thrown: 410 for a deleted listing, 404 for a paused or an unknown one. */
export async function missingListing(db: Db, id: string) {
  const hidden = await findHiddenListing(db, id);
  return data(hidden, { status: hidden?.isDeleted ? 410 : 404 });
}
