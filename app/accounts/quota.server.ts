import { eq } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { users } from "../db/schema.ts";
import { type QuotaRefusal, refuseByQuota } from "./quota.ts";

const quotaColumns = {
  plano: users.plano,
  postsCriados: users.postsCriados,
  postsPermitidos: users.postsPermitidos,
};

/** Checks whether the advertiser may publish one more listing (spec §6). */
export async function checkQuota(
  db: Db,
  uid: string,
): Promise<{ ok: true } | ({ ok: false } & QuotaRefusal)> {
  const [user] = await db.select(quotaColumns).from(users).where(eq(users.id, uid));
  const refusal = refuseByQuota(user ?? null);
  return refusal ? { ok: false, ...refusal } : { ok: true };
}
