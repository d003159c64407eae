import { eq } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { users } from "../db/schema.ts";
import { type QuotaRefusal, refuseByQuota } from "./quota.ts";

const quotaColumns = {
  plano: users.plano,
  postsCriados: users.postsCriados,
  postsPermitidos: users.postsPermitidos,
};

export async function checkQuota(db: Db, uid: string): Promise<{ ok: true } | QuotaRefusal> {
  const [user] = await db.select(quotaColumns).from(users).where(eq(users.id, uid));
  return refuseByQuota(user ?? null) ?? { ok: true };
}
