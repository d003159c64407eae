import { eq } from "drizzle-orm";
import { users } from "../app/platform/db/schema.ts";
import { sessions } from "../app/platform/db/session-schema.ts";
import { signInOperator } from "./operator.ts";
import { signIn, type TestSite } from "./site.ts";

/** A request; it is a POST if it has fields. */
export interface Ask {
  path: string;
  fields?: Record<string, string>;
}

/** Returns the status, and where a redirect leads without its query: "302 /login". */
export async function sendAs(site: TestSite, cookie: string, ask: Ask): Promise<string> {
  const response = await site.app.request(ask.path, {
    method: ask.fields ? "POST" : "GET",
    headers: { Cookie: cookie },
    body: ask.fields && new URLSearchParams(ask.fields),
  });
  const location = response.headers.get("Location");
  return location ? `${response.status} ${location.split("?")[0]}` : String(response.status);
}

/** Cookies of callers who own nothing, by who they are. */
export async function signInCallers(site: TestSite) {
  const [owner, blocked, ended] = [await signIn(site), await signIn(site), await signIn(site)];
  const blockedAt = new Date();
  await site.db.update(users).set({ blockedAt }).where(eq(users.id, blocked.user.uid));
  await site.db.delete(sessions).where(eq(sessions.userId, ended.user.uid));
  return {
    visitor: "",
    "another owner": owner.cookie,
    "a blocked account": blocked.cookie,
    "someone whose session has ended": ended.cookie,
    "the operator": (await signInOperator(site)).cookie,
  };
}

/** True for callers with a session, who may open an advertiser's own pages. */
export function isLoggedIn(caller: string): boolean {
  return caller === "another owner" || caller === "the operator";
}
