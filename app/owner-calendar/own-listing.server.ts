import { and, eq } from "drizzle-orm";
import type { Db, Transaction } from "../db/client.server.ts";
import { posts } from "../db/schema.ts";
import { isUuid } from "../db/uuid.ts";
import { listingNotFound } from "../listings/listing-not-found.ts";
import { isStanding } from "../listings/listings.server.ts";
import type { Refusal } from "../site/refusal.ts";

/** Runs a command in a transaction that holds the lock of this advertiser's listing. */
export async function withOwnListing<Result>(
  db: Db,
  uid: string,
  postId: string,
  command: (tx: Transaction) => Promise<Result>,
): Promise<Result | Refusal<"not-found">> {
  if (!isUuid(postId)) return listingNotFound;
  return db.transaction(async (tx) => {
    const [post] = await tx
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.id, postId), eq(posts.uid, uid), isStanding))
      .for("update");
    return post ? command(tx) : listingNotFound;
  });
}
