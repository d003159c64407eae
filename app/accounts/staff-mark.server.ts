import { eq } from "drizzle-orm";
import { createCookie } from "react-router";
import type { Db } from "../db/client.server.ts";
import { staff } from "../db/operation-schema.ts";
import { siteCookieName } from "../site/cookie-name.ts";

const cookie = createCookie(siteCookieName("equipe"), { maxAge: 86_400, httpOnly: true });

/**
 * Returns whether the account is of the staff. If it is, adds a cookie that bypasses the page cache, because
 * the staff's menu has one more link. It grants nothing.
 */
export async function markStaff(db: Db, uid: string, headers: Headers): Promise<boolean> {
  const isStaff = (await db.$count(staff, eq(staff.userId, uid))) > 0;
  if (isStaff) headers.append("Set-Cookie", await cookie.serialize("1"));
  return isStaff;
}
