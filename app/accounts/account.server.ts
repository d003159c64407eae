import { eq } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { users } from "../db/schema.ts";

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
