import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { lockUser } from "../../domain/accounts/account.server.ts";
import {
  type CheckRefusal,
  endCheck,
  findCheckEnds,
  refuseToEndCheck,
} from "../../domain/listings/checks/checks.server.ts";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { posts, users } from "../../platform/db/schema.ts";
import { enumerate } from "../../platform/ui/words.ts";

/**
 * Renames a user, and the copies in their listings (spec §3), which keep their versions and dates. Refused if
 * that ends the check of listings and the owner hasn't accepted it.
 */
export function updateName(
  db: Db,
  uid: string,
  displayName: string,
  { losesCheck = false }: { losesCheck?: boolean } = {},
): Promise<{ ok: true } | CheckRefusal> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, uid);
    if (!user) return { ok: true };
    const losing = await listLosingCheck(tx, uid, displayName);
    if (losing.length > 0 && !losesCheck) {
      const titles = enumerate(losing.map(({ title }) => `“${title}”`));
      return refuseToEndCheck(["createdBy"], `${titles} ${losing.length > 1 ? "perdem" : "perde"}`);
    }
    for (const listing of losing) await endCheck(tx, listing, ["createdBy"], user.email);
    await tx.update(users).set({ displayName, updatedAt: sql`now()` }).where(eq(users.id, uid));
    await tx.update(posts).set({ createdBy: displayName }).where(eq(posts.uid, uid));
    await tx
      .update(posts)
      .set({ updatedBy: displayName })
      .where(and(eq(posts.uid, uid), isNotNull(posts.updatedBy)));
    return { ok: true };
  });
}

/** Locks and lists the checked listings that were checked under another name. */
async function listLosingCheck(tx: Transaction, uid: string, createdBy: string) {
  const checked = await tx
    .select({ id: posts.id, title: posts.title, checkedAt: posts.checkedAt })
    .from(posts)
    .where(and(eq(posts.uid, uid), isNotNull(posts.checkedAt)))
    .orderBy(asc(posts.id))
    .for("no key update");
  const losing: typeof checked = [];
  for (const listing of checked) {
    if ((await findCheckEnds(tx, listing, { createdBy })).length > 0) losing.push(listing);
  }
  return losing;
}
