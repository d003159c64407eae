import { data } from "react-router";
import type { Db } from "../../db/client.server.ts";
import { findDeletedListing } from "../listings.server.ts";

/** To be thrown: 410 for a deleted listing, with links to its neighbours; otherwise 404. */
export async function missingListing(db: Db, id: string) {
  const deleted = await findDeletedListing(db, id);
  return deleted ? data(deleted, { status: 410 }) : data(null, { status: 404 });
}
