import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { staff } from "../../platform/db/operation-schema.ts";
import { type AccountMark, accountCookie } from "./account-mark.ts";
import { maxSessionDays } from "./sessions/sessions.server.ts";

/** Adds the cookie by which the browser shows the account's menu on pages that are the same for everyone. */
export async function markAccount(db: Db, uid: string, headers: Headers): Promise<AccountMark> {
  const isStaff = (await db.$count(staff, eq(staff.userId, uid))) > 0;
  const mark = isStaff ? "equipe" : "anunciante";
  headers.append("Set-Cookie", writeMark(mark));
  return mark;
}

/** Lifetime of the cookie in seconds: that of the longest session. A session that ends earlier deletes the cookie. */
const maxAge = maxSessionDays * 86_400;

export function writeMark(mark: AccountMark): string {
  return `${accountCookie}=${mark}; Max-Age=${maxAge}; Path=/; SameSite=Lax`;
}

export const noMark = `${accountCookie}=; Max-Age=0; Path=/; SameSite=Lax`;
