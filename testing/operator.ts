import { desc, eq } from "drizzle-orm";
import { auditLog, staff } from "../app/platform/db/operation-schema.ts";
import { sessions } from "../app/platform/db/session-schema.ts";
import { type StaffRequest, setUpAuthenticator } from "./second-factor.ts";
import { signIn, type TestSite } from "./site.ts";

/** Registers and logs in an advertiser who is also staff, and opens the panel with a second factor. */
export async function signInOperator(site: TestSite) {
  const member = await signInMember(site);
  const factor = await setUpAuthenticator(askAs(site, member.cookie));
  return { ...member, ...factor };
}

/** Signs a member of the staff in, but without a second factor. */
export async function signInMember(site: TestSite) {
  const member = await signIn(site, { emailVerified: true });
  await site.db.insert(staff).values({ userId: member.user.uid });
  return member;
}

export function askAs(site: TestSite, cookie: string): StaffRequest {
  return async (path, form) =>
    site.app.request(path, {
      method: form ? "POST" : "GET",
      body: form ? new URLSearchParams(form) : null,
      headers: { Cookie: cookie },
    });
}

/** Makes it so many hours since the password was typed. */
export async function agePassword(site: TestSite, uid: string, hours: number): Promise<void> {
  await site.db
    .update(sessions)
    .set({ passwordAt: new Date(Date.now() - hours * 3_600_000) })
    .where(eq(sessions.userId, uid));
}

/** Finds the newest entry of the audit log about a listing or an advertiser. */
export async function lastEntry(site: TestSite, subjectId: string) {
  const [entry] = await site.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, subjectId))
    .orderBy(desc(auditLog.at))
    .limit(1);
  return entry;
}
