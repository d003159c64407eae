import { createHmac, timingSafeEqual } from "node:crypto";
import { isAPIError } from "better-auth/api";
import { and, eq, isNull, sql } from "drizzle-orm";
import { type RouterContextProvider, redirect } from "react-router";
import { DatabaseUnavailable, type Db } from "../db/client.server.ts";
import { staff } from "../db/operation-schema.ts";
import { prepareOnce } from "../db/prepared.server.ts";
import { sessions, users } from "../db/schema.ts";
import { bindToHost, cookiePrefix, markSecure, ownCookieName } from "../site/cookie-name.ts";
import {
  type Auth,
  identityContext,
  maxSessionDays,
  sessionDays,
  sessionRenewalDays,
} from "./auth.server.ts";
import type { CurrentUser } from "./current-user.ts";

export function mayBePersonal(cookie: string): boolean {
  return cookie.includes(`${cookiePrefix}.`);
}

/**
 * The session cookie as sent; null if there is none, or another of this site's cookies beside it,
 * which may change the page.
 */
export function findLoneSessionCookie(cookie: string): string | null {
  const [own, ...others] = cookie.split(/;\s*/).filter(mayBePersonal);
  if (!own || others.length > 0) return null;
  const [name = "", value] = own.split("=", 2);
  return name.endsWith(ownCookieName("session_token")) && value ? value : null;
}

const plainSession = prepareOnce((db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(staff, eq(staff.userId, users.id))
    .where(
      and(
        eq(sessions.token, sql.placeholder("token")),
        sql`${sessions.expiresAt} > now() + ${sessionDays - sessionRenewalDays} * interval '1 day'`,
        sql`${sessions.createdAt} > now() - ${maxSessionDays} * interval '1 day'`,
        isNull(users.blockedAt),
        isNull(staff.userId),
      ),
    )
    .prepare("plain_session"),
);

/**
 * True for a valid session of an advertiser who is not on the staff, unless it is due for renewal.
 * Ten times faster than {@link readSession}, and notices a revoked session just as soon.
 */
export async function isPlainSession(db: Db, auth: Auth, sessionCookie: string): Promise<boolean> {
  const token = readSigned(sessionCookie, auth.options.secret);
  return token !== null && (await plainSession(db).execute({ token })).length > 0;
}

/** The text before better-auth's signature; null if the signature is wrong. */
function readSigned(cookie: string, secret: string): string | null {
  // Only the signature has encoded characters, those of Base64.
  const signed = cookie.replace(/%(2B|2F|3D)/gi, decodeURIComponent);
  const dot = signed.lastIndexOf(".");
  const text = signed.slice(0, dot);
  const signature = Buffer.from(signed.slice(dot + 1));
  const expected = Buffer.from(createHmac("sha256", secret).update(text).digest("base64"));
  const isRight = signature.length === expected.length && timingSafeEqual(signature, expected);
  return isRight ? text : null;
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
  if (!response || response.user.blockedAt || isTooOld(response.session)) {
    return { user: null, sessionId: null, headers };
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

/** The next person at this browser must not find pages behind a login in its cache. */
export function keepNowhere(response: Response): Response {
  response.headers.set("Cache-Control", "private, no-store");
  return response;
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
