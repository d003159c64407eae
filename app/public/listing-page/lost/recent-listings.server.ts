import { listListings } from "../../../domain/listings/listings.server.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import type { SmallListing } from "../similar/small-listings.tsx";

const maxRecent = 3;

/** Lists the newest listings first. */
export async function listRecent(db: Db): Promise<SmallListing[]> {
  const { listings } = await listListings(db);
  return listings
    .slice(0, maxRecent)
    .map(({ photos, ...listing }) => ({ ...listing, photo: photos[0] ?? null }));
}
