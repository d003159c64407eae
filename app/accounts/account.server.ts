import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db, Transaction } from "../db/client.server.ts";
import { posts, users } from "../db/schema.ts";

/** An advertiser's plan and how much of it is used. */
export interface Account {
  displayName: string;
  email: string;
  plano: string;
  postsCriados: number;
  postsPermitidos: number;
}

/** The account of an advertiser; null when there is none. */
export async function findAccount(db: Db, uid: string): Promise<Account | null> {
  const [account] = await db
    .select({
      displayName: users.displayName,
      email: users.email,
      plano: users.plano,
      postsCriados: users.postsCriados,
      postsPermitidos: users.postsPermitidos,
    })
    .from(users)
    .where(eq(users.id, uid));
  return account ?? null;
}

/**
 * The advertiser's name and e-mail, their row locked until the transaction ends; null when there is
 * none. Commands of one account that change several tables begin with it and so run one after the
 * other, and after publications. A lock `for update` would stop those who merely point at the row:
 * a photo being finished holds its upload while it does, and each would wait for the other.
 */
export async function lockUser(
  tx: Transaction,
  uid: string,
): Promise<{ displayName: string; email: string } | null> {
  const [user] = await tx
    .select({ displayName: users.displayName, email: users.email })
    .from(users)
    .where(eq(users.id, uid))
    .for("no key update");
  return user ?? null;
}

/**
 * Gives an advertiser another name, on their listings too: `createdBy` and `updatedBy` are stored
 * copies of it (spec §3), and a name that was corrected must not stay wrong in public. No edit: the
 * listings' versions and dates stay.
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
