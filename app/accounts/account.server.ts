import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db, Transaction } from "../db/client.server.ts";
import { posts, users } from "../db/schema.ts";

/** An advertiser's identity, plan and how much of it is used. */
export interface Account {
  displayName: string;
  email: string;
  plano: string;
  postsCriados: number;
  postsPermitidos: number;
}

const accountColumns = {
  displayName: users.displayName,
  email: users.email,
  plano: users.plano,
  postsCriados: users.postsCriados,
  postsPermitidos: users.postsPermitidos,
};

/** The advertiser's account; null if it does not exist. */
export async function findAccount(db: Db, uid: string): Promise<Account | null> {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.id, uid));
  return account ?? null;
}

/**
 * The advertiser's account, its row locked until the transaction ends; null if it does not exist.
 * Every command that touches several of an account's rows calls this first, so such commands run one
 * after the other. `for update` would also block rows that merely reference the user, and deadlock
 * with a photo being finished, which holds its upload.
 */
export async function lockUser(tx: Transaction, uid: string): Promise<Account | null> {
  const [account] = await tx
    .select(accountColumns)
    .from(users)
    .where(eq(users.id, uid))
    .for("no key update");
  return account ?? null;
}

/**
 * Renames an advertiser, on their listings too: `createdBy` and `updatedBy` are copies of the name
 * (spec §3). Not an edit: the listings keep their versions and dates.
 */
export async function updateName(db: Db, uid: string, displayName: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockUser(tx, uid))) return;
    await tx.update(users).set({ displayName, updatedAt: sql`now()` }).where(eq(users.id, uid));
    await tx.update(posts).set({ createdBy: displayName }).where(eq(posts.uid, uid));
    await tx
      .update(posts)
      .set({ updatedBy: displayName })
      .where(and(eq(posts.uid, uid), isNotNull(posts.updatedBy)));
  });
}
