import { isAPIError } from "better-auth/api";
import { type RouterContextProvider, redirect } from "react-router";
import { DatabaseUnavailable } from "../db/client.server.ts";
import { bindToHost, markSecure, siteCookieName } from "../site/cookie-name.ts";
import { type Auth, identityContext, maxSessionDays } from "./auth.server.ts";
import type { CurrentUser } from "./current-user.ts";

/** Those for whom a public page was rendered. */
export type Audience = "visitors" | "advertisers";

/**
 * Decided by the session's cookie alone, valid or not: the page differs only in its menu, and holds
 * nothing personal. Null if another of this site's cookies may change the page.
 */
export function audienceOf(cookies: string, auth: Auth): Audience | null {
  if (!cookies.includes(siteCookieName(""))) return "visitors";
  const [own, ...others] = cookies
    .split(/;\s*/)
    .filter((cookie) => cookie.includes(siteCookieName("")));
  return others.length === 0 && own?.startsWith(`${sessionCookie(auth)}=`) ? "advertisers" : null;
}

function sessionCookie({ options }: Auth): string {
  return `${options.advanced.cookiePrefix}.session_token`;
}

/**
 * A session that began while its account was being blocked is void. The headers renew the session's
 * cookie if that is due, and remove one that opens nothing.
 */
export async function readSession(
  auth: Auth,
  requestHeaders: Headers,
): Promise<{ user: CurrentUser | null; sessionId: string | null; headers: Headers }> {
  if (!requestHeaders.get("cookie")?.includes(siteCookieName("session_token"))) {
    return { user: null, sessionId: null, headers: new Headers() };
  }
  const { response, headers } = await auth.api
    .getSession({ headers: requestHeaders, returnHeaders: true })
    .catch((error) => {
      const isUnread = isAPIError(error) && error.body?.code === "FAILED_TO_GET_SESSION";
      throw isUnread
        ? new DatabaseUnavailable("the session could not be read", { cause: error })
        : error;
    });
  if (!response || response.user.blockedAt || isTooOld(response.session)) {
    // better-auth's sign-out would delete the session, too.
    const gone = `${sessionCookie(auth)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`;
    return { user: null, sessionId: null, headers: new Headers({ "Set-Cookie": gone }) };
  }
  const { user, session } = response;
  return {
    user: { uid: user.id, displayName: user.name, email: user.email },
    sessionId: session.id,
    headers,
  };
}

function isTooOld({ createdAt }: { createdAt: Date }): boolean {
  return Date.now() - createdAt.getTime() > maxSessionDays * 24 * 3_600_000;
}

export function currentUser(context: Readonly<RouterContextProvider>): CurrentUser | null {
  return context.get(identityContext).user;
}

/** Used below accounts/routes/logged-in.tsx, which has already sent visitors to the login. */
export function requireUser(context: Readonly<RouterContextProvider>): CurrentUser {
  const user = currentUser(context);
  if (!user) throw redirect("/login");
  return user;
}

/** A session begun or ended by the page wins over the renewed one. */
export function sendCookies(
  answer: Headers,
  renewed: Headers,
  { isHttps, isBound }: { isHttps: boolean; isBound: boolean },
): void {
  const own = answer.getSetCookie();
  const names = new Set(own.map(cookieName));
  const others = renewed.getSetCookie().filter((cookie) => !names.has(cookieName(cookie)));
  answer.delete("Set-Cookie");
  for (const cookie of [...own, ...others]) {
    if (isBound) answer.append("Set-Cookie", bindToHost(cookie));
    else answer.append("Set-Cookie", isHttps ? markSecure(cookie) : cookie);
  }
}

function cookieName(cookie: string): string {
  return cookie.slice(0, cookie.indexOf("="));
}
