import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import { createContext, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod/mini";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { users } from "../../platform/db/schema.ts";
import { accounts, sessions, verifications } from "../../platform/db/session-schema.ts";
import { cookiePrefix, hostPrefix } from "../../platform/web/cookie-name.ts";
import { logFailure } from "../../platform/web/outage.server.ts";
import { takeTry, tooManyTries, withinLimits } from "../../platform/web/rate-limit.server.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { siteContext } from "../../platform/web/site.server.ts";
import { logSecurity } from "../../platform/web/watch/security-log.server.ts";
import {
  loginsOfAddress,
  loginsOfEmail,
  loginsOfPair,
  signUpsOfAddress,
} from "./account-limits.server.ts";
import {
  accountBlocked,
  emailTaken,
  loginFailed,
  signUpFailed,
  wrongPasswordMessage,
} from "./account-refusals.ts";
import { emailKey, maxPasswordLength, minPasswordLength } from "./credentials.ts";
import { passkeySession } from "./factors/passkey-session.server.ts";
import { queueEmailConfirmation } from "./links/email-confirmation.server.ts";
import { refuseNewPassword, weakPassword } from "./passwords/new-password.server.ts";
import { isLongEnoughForStaff } from "./passwords/staff-password.ts";
import { plans } from "./plans/plans.ts";
import { currentUser } from "./session-context.server.ts";
import { markAccount } from "./set-account-mark.server.ts";

const maxUserAgentLength = 300;

/** Typed to begin a session: a login, a registration or a change of the password. */
const typedPasswords = z.object({
  password: z.optional(z.string()),
  newPassword: z.optional(z.string()),
});

const daySeconds = 60 * 60 * 24;
const sessionDays = 30;
/** Reading a session renews it this long after its last renewal. */
const sessionRenewalDays = 1;

export type Auth = ReturnType<typeof createAuth>;

export interface RequestIdentity {
  auth: Auth;
  headers: Headers;
}

export const identityContext = createContext<RequestIdentity>();

function databaseOf(db: Db | Transaction) {
  return drizzleAdapter(db, {
    provider: "pg",
    usePlural: true,
    transaction: true,
    schema: { users, sessions, accounts, verifications },
  });
}

export function createAuth(db: Db, options: { secret: string; siteUrl: string | null }) {
  const secure = options.siteUrl?.startsWith("https:") ?? false;
  return betterAuth({
    baseURL: options.siteUrl ?? "http://localhost",
    secret: options.secret,
    database: databaseOf(db),
    emailAndPassword: {
      enabled: true,
      minPasswordLength,
      maxPasswordLength,
      revokeSessionsOnPasswordReset: true,
    },
    user: {
      fields: { name: "displayName" },
      deleteUser: { enabled: true },
      additionalFields: {
        plano: { type: "string", input: false, defaultValue: plans.basico.id },
        postsCriados: { type: "number", input: false, defaultValue: 0 },
        postsPermitidos: {
          type: "number",
          input: false,
          defaultValue: plans.basico.postsPermitidos,
        },
        blockedAt: { type: "date", input: false, required: false },
      },
    },
    session: {
      expiresIn: sessionDays * daySeconds,
      updateAge: sessionRenewalDays * daySeconds,
      additionalFields: {
        passwordAt: { type: "date", input: false, required: false },
        secondFactorAt: { type: "date", input: false, required: false },
        hasStaffPassword: { type: "boolean", input: false, required: false },
      },
    },
    advanced: {
      cookiePrefix: secure ? hostPrefix + cookiePrefix : cookiePrefix,
      // Tracking would store an IP address per session, from a header that anyone can forge.
      ipAddress: { disableIpTracking: true },
      database: { generateId: "uuid" },
      // This would prefix the name with __Secure-.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure },
    },
    plugins: [passkeySession],
    databaseHooks: {
      session: {
        create: {
          async before(session, endpoint) {
            const user = await endpoint?.context.internalAdapter.findUserById(session.userId);
            if (user && "blockedAt" in user && user.blockedAt) {
              throw new APIError("FORBIDDEN", blockedError);
            }
            // The column is bounded, and the rest of a user agent says nothing useful.
            const userAgent = session.userAgent?.slice(0, maxUserAgentLength);
            const { password, newPassword } = typedPasswords.parse(endpoint?.body ?? {});
            const typed = newPassword ?? password;
            const hasStaffPassword = typed !== undefined && isLongEnoughForStaff(typed);
            return { data: { ...session, userAgent, hasStaffPassword } };
          },
        },
      },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}

/** Makes identity changes commit together with others, such as the e-mail about them. */
export function authWithin(auth: Auth, tx: Transaction): Auth {
  return betterAuth({ ...auth.options, database: databaseOf(tx) });
}

/** True for the error of a wrong password of someone who is logged in, which it logs. */
export function noteWrongPassword(log: Logger, error: unknown): boolean {
  const isWrong = errorCode(error) === "INVALID_PASSWORD";
  if (isWrong) logSecurity(log, "password-refused", {});
  return isWrong;
}

export function redirectIfLoggedOut(error: unknown): void {
  if (errorCode(error) === "UNAUTHORIZED") throw redirect("/login");
}

export type AuthResult = { ok: true; headers: Headers } | Refusal;

/** Creates the account and queues the e-mail that confirms its address: both or neither. */
export async function signUp(
  context: Readonly<RouterContextProvider>,
  input: { displayName: string; email: string; password: string },
): Promise<AuthResult> {
  const { db, log, clientAddress, mailedSiteUrl } = context.get(siteContext);
  const { auth, headers: requestHeaders } = context.get(identityContext);
  if (!(await takeTry(context, [[signUpsOfAddress, clientAddress]]))) return tooManyTries;
  const refusal = await refuseNewPassword(db, input.password, input);
  if (refusal) return refusal;
  try {
    const { headers, uid } = await db.transaction(async (tx) => {
      const signedUp = await authWithin(auth, tx).api.signUpEmail({
        body: { name: input.displayName, email: input.email, password: input.password },
        headers: requestHeaders,
        returnHeaders: true,
      });
      const { id: uid, email } = signedUp.response.user;
      await queueEmailConfirmation(tx, { uid, email }, mailedSiteUrl);
      return { headers: signedUp.headers, uid };
    });
    logSecurity(log, "registration", { uid });
    return { ok: true, headers };
  } catch (error) {
    const code = errorCode(error);
    if (code === "PASSWORD_TOO_SHORT") return weakPassword;
    if (code.startsWith("USER_ALREADY_EXISTS") || (await findAccount(db, input.email))) {
      return emailTaken;
    }
    logFailure(log, error, "sign-up failed");
    return signUpFailed;
  }
}

/** Logs in. Failed attempts are limited per e-mail and address, and, much higher, per e-mail. */
export async function logIn(
  context: Readonly<RouterContextProvider>,
  input: { email: string; password: string },
): Promise<AuthResult> {
  const { clientAddress } = context.get(siteContext);
  if (!(await takeTry(context, [[loginsOfAddress, clientAddress]]))) return tooManyTries;
  const email = emailKey(input.email);
  const result = await withinLimits(
    context,
    [
      [loginsOfPair, `${email} ${clientAddress}`],
      [loginsOfEmail, email],
    ],
    () => checkLogin(context, input),
    (outcome) => !outcome.ok && outcome.reason !== "failed",
  );
  return result ?? tooManyTries;
}

async function checkLogin(
  context: Readonly<RouterContextProvider>,
  input: { email: string; password: string },
): Promise<AuthResult> {
  const { db, log } = context.get(siteContext);
  const { auth, headers: requestHeaders } = context.get(identityContext);
  try {
    const { headers, response } = await auth.api.signInEmail({
      body: input,
      headers: requestHeaders,
      returnHeaders: true,
    });
    const uid = response.user.id;
    logSecurity(log, "login", { uid, by: "password" });
    await markAccount(db, uid, headers);
    return { ok: true, headers };
  } catch (error) {
    // Checked after any error: the account may have been deleted meanwhile.
    const uid = await findAccount(db, input.email).catch(() => undefined);
    const refusal = refuseLogin(error, uid);
    if (refusal) {
      logSecurity(log, "login-failed", { reason: refusal.reason, uid: uid ?? undefined });
      return refusal;
    }
    logFailure(log, error, "login failed");
    return loginFailed;
  }
}

/** Words a refusal; `uid` is null if no account has the address; undefined if that is unknown. */
function refuseLogin(error: unknown, uid: string | null | undefined): Refusal | null {
  if (uid === null) return refuse("unknown-email", "Usuario não encontrado.", { field: "email" });
  const code = errorCode(error);
  if (code === "INVALID_EMAIL_OR_PASSWORD") {
    return refuse("wrong-password", wrongPasswordMessage, { field: "password" });
  }
  return code === blockedError.code ? accountBlocked : null;
}

/** Ends the session, and returns the headers that clear its cookie. */
export async function logOut(context: Readonly<RouterContextProvider>): Promise<Headers> {
  const { auth, headers: requestHeaders } = context.get(identityContext);
  const { headers } = await auth.api.signOut({ headers: requestHeaders, returnHeaders: true });
  if (currentUser(context)) logSecurity(context.get(siteContext).log, "logout", {});
  return headers;
}

const blockedError = { code: "ACCOUNT_BLOCKED", message: "account blocked" };

function errorCode(error: unknown): string {
  return error instanceof APIError ? String(error.body?.code ?? "") : "";
}

async function findAccount(db: Db, email: string): Promise<string | null> {
  const [user] = await db
    .select({ uid: users.id })
    .from(users)
    .where(eq(users.email, emailKey(email)));
  return user?.uid ?? null;
}
