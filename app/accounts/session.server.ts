import { isAPIError } from "better-auth/api";
import { type RouterContextProvider, redirect } from "react-router";
import { DatabaseUnavailable } from "../db/client.server.ts";
import { cookiePrefix, ownCookieName } from "../site/cookie-name.ts";
import { type Auth, identityContext } from "./auth.server.ts";
import type { CurrentUser } from "./current-user.ts";

export function mayBePersonal(cookie: string): boolean {
  return cookie.includes(`${cookiePrefix}.`);
}

/** A session that began while its account was being blocked is void. The headers may renew it. */
export async function readSession(
  auth: Auth,
  requestHeaders: Headers,
): Promise<{ user: CurrentUser | null; sessionId: string | null; headers: Headers }> {
  if (!requestHeaders.get("cookie")?.includes(ownCookieName("session_token"))) {
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
  if (!response || response.user.blockedAt) return { user: null, sessionId: null, headers };
  const { user, session } = response;
  return {
    user: { uid: user.id, displayName: user.name, email: user.email },
    sessionId: session.id,
    headers,
  };
}

export function currentUser(context: Readonly<RouterContextProvider>): CurrentUser | null {
  return context.get(identityContext).user;
}

export function requireUser(context: Readonly<RouterContextProvider>): CurrentUser {
  const user = currentUser(context);
  if (!user) throw redirect("/login");
  return user;
}

/** A session begun or ended by the page wins over the renewed one. On https all are Secure. */
export function sendCookies(answer: Headers, renewed: Headers, isSecure: boolean): void {
  const own = answer.getSetCookie();
  const names = new Set(own.map(cookieName));
  const others = renewed.getSetCookie().filter((cookie) => !names.has(cookieName(cookie)));
  answer.delete("Set-Cookie");
  for (const cookie of [...own, ...others]) {
    const isMarked = /;\s*secure\s*(;|$)/i.test(cookie);
    answer.append("Set-Cookie", isSecure && !isMarked ? `${cookie}; Secure` : cookie);
  }
}

function cookieName(cookie: string): string {
  return cookie.slice(0, cookie.indexOf("="));
}
