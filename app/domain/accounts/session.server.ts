import { isAPIError } from "better-auth/api";
import { DatabaseUnavailable } from "../../platform/db/client.server.ts";
import { bindToHost, markSecure, siteCookieName } from "../../platform/web/cookie-name.ts";
import { accountCookie } from "./account-mark.ts";
import type { Auth } from "./auth.server.ts";
import type { CurrentUser } from "./session-context.server.ts";
import { maxSessionDays } from "./sessions/sessions.server.ts";
import { noMark, writeMark } from "./set-account-mark.server.ts";

/** True if a request brings a session, valid or not. */
export function hasSession(cookies: string): boolean {
  return cookies.includes(siteCookieName("session_token"));
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
  const cookies = requestHeaders.get("cookie") ?? "";
  if (!hasSession(cookies)) {
    const headers = new Headers();
    if (cookies.includes(accountCookie)) headers.append("Set-Cookie", noMark);
    return { user: null, sessionId: null, headers };
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
    const ended = new Headers({ "Set-Cookie": gone });
    ended.append("Set-Cookie", noMark);
    return { user: null, sessionId: null, headers: ended };
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

/** A session begun or ended by the page wins over the renewed one, and the mark of its account follows it. */
export function sendCookies(
  answer: Headers,
  renewed: Headers,
  { isHttps, isBound }: { isHttps: boolean; isBound: boolean },
): void {
  const own = answer.getSetCookie();
  const session = own.find((cookie) => hasSession(cookieName(cookie)));
  if (session && !own.some((cookie) => cookieName(cookie) === accountCookie)) {
    own.push(/max-age=0/i.test(session) ? noMark : writeMark("anunciante"));
  }
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
