import { and, eq, type SQL } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { posts } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Refusal } from "../../platform/web/refusal.ts";
import { isStanding } from "../accounts/visibility/visibility.server.ts";
import { listingNotFound } from "./missing/absence.ts";

/** Matches the user's listing, unless it is being deleted. */
export function isOwnListing(uid: string, id: string): SQL | undefined {
  return and(eq(posts.id, id), eq(posts.uid, uid), isStanding);
}

export async function updateOwnListing(
  db: Db,
  uid: string,
  id: string,
  values: PgUpdateSetSource<typeof posts>,
): Promise<{ ok: true } | Refusal<"not-found">> {
  if (!isUuid(id)) return listingNotFound;
  const { rowCount } = await db.update(posts).set(values).where(isOwnListing(uid, id));
  return rowCount === 1 ? { ok: true } : listingNotFound;
}

/** Runs a command in a transaction, with the listing's row locked. */
export async function withOwnListing<Result>(
  db: Db | Transaction,
  uid: string,
  postId: string,
  command: (tx: Transaction) => Promise<Result>,
): Promise<Result | Refusal<"not-found">> {
  if (!isUuid(postId)) return listingNotFound;
  return db.transaction(async (tx) => {
    const [post] = await tx
      .select({ id: posts.id })
      .from(posts)
      .where(isOwnListing(uid, postId))
      .for("update");
    return post ? command(tx) : listingNotFound;
  });
}
