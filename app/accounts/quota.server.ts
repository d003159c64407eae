import { eq } from "drizzle-orm";
import type { Db, Transaction } from "../db/client.server.ts";
import { users } from "../db/schema.ts";
import { type QuotaRefusal, type QuotaState, refuseByQuota } from "./quota.ts";

const quotaColumns = {
  plano: users.plano,
  postsCriados: users.postsCriados,
  postsPermitidos: users.postsPermitidos,
};

/** Whether this advertiser may publish one more listing now (spec §6). */
export async function checkQuota(
  db: Db,
  uid: string,
): Promise<{ ok: true } | ({ ok: false } & QuotaRefusal)> {
  const [user] = await db.select(quotaColumns).from(users).where(eq(users.id, uid));
  const refusal = refuseByQuota(user ?? null);
  return refusal ? { ok: false, ...refusal } : { ok: true };
}

/**
 * The advertiser's quota and name, their row locked until the transaction ends; null when there is
 * none.
 */
export async function lockQuota(
  tx: Transaction,
  uid: string,
): Promise<(QuotaState & { displayName: string }) | null> {
  const [user] = await tx
    .select({ ...quotaColumns, displayName: users.displayName })
    .from(users)
    .where(eq(users.id, uid))
    .for("update");
  return user ?? null;
}
