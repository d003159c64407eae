import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { eq } from "drizzle-orm";
import { createContext, type RouterContextProvider, redirect } from "react-router";
import type { Db, Transaction } from "../db/client.server.ts";
import { accounts, sessions, users, verifications } from "../db/schema.ts";
import { mayTry, tooManyTriesMessage, withinLimits } from "../site/rate-limit.server.ts";
import { siteContext } from "../site/site.server.ts";
import {
  emailKey,
  maxPasswordLength,
  minPasswordLength,
  passwordTooShortMessage,
} from "./credentials.ts";
import type { CurrentUser } from "./current-user.ts";
import { plans } from "./plans.ts";
import type { Refusal } from "./refusal.ts";

const longestUserAgent = 300;

export type Auth = ReturnType<typeof createAuth>;

/** The identity service and the request's own identity. */
export interface RequestIdentity {
  auth: Auth;
  /** Null for a visitor. */
  user: CurrentUser | null;
  /** Set when the session could not be read: neither a visitor's nor an advertiser's page is right. */
  sessionError?: unknown;
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

/** Identity on the database: e-mail and password, sessions in rows. */
export function createAuth(db: Db, options: { secret: string; siteUrl: string | null }) {
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
      },
    },
    session: { expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 * 24 },
    advanced: {
      cookiePrefix: "mardeminas",
      // It would keep the address of every session, read from a header anyone can write.
      ipAddress: { disableIpTracking: true },
      database: { generateId: "uuid" },
      useSecureCookies: options.siteUrl?.startsWith("https:") ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
    },
    databaseHooks: {
      session: {
        create: {
          // What a browser says of itself is kept as far as anyone reads it.
          before: async (session) => ({
            data: { ...session, userAgent: session.userAgent?.slice(0, longestUserAgent) },
          }),
        },
      },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}

/**
 * Identity within a transaction: what it changes is committed or undone together with the rest, such
 * as the letter that tells of it.
 */
export function authWithin(auth: Auth, tx: Transaction): Auth {
  return betterAuth({ ...auth.options, database: databaseOf(tx) });
}

/** Whether identity refused a password as not the current one. */
export function isWrongPassword(error: unknown): boolean {
  return errorCode(error) === "INVALID_PASSWORD";
}

/** Sends to /login whose session was found to have ended while their request was under way. */
export function redirectIfLoggedOut(error: unknown): void {
  if (errorCode(error) === "UNAUTHORIZED") throw redirect("/login");
}

/** A finished sign-up or login carries its cookies; a refused one, a sentence of spec §8. */
export type AuthResult = { ok: true; headers: Headers } | Refusal<"email" | "password">;

/** Creates an advertiser and logs them in (spec §7). */
export async function signUp(
  context: Readonly<RouterContextProvider>,
  request: Request,
  input: { displayName: string; email: string; password: string },
): Promise<AuthResult> {
  try {
    const { headers } = await context.get(identityContext).auth.api.signUpEmail({
      body: { name: input.displayName, email: input.email, password: input.password },
      headers: request.headers,
      returnHeaders: true,
    });
    return { ok: true, headers };
  } catch (error) {
    if (errorCode(error) === "PASSWORD_TOO_SHORT") {
      return refused("password", passwordTooShortMessage);
    }
    if (
      errorCode(error).startsWith("USER_ALREADY_EXISTS") ||
      (await emailExists(context, input.email))
    ) {
      return refused("email", "E-mail já cadastrado!");
    }
    return failed(context, error, "Ocorreu erro, por favor tente mais tarde.");
  }
}

/**
 * Logs an advertiser in, unless too many tries failed: with this e-mail from this address, or, far
 * more, with this e-mail from anywhere. Logins that succeed do not count towards either.
 */
export async function logIn(
  context: Readonly<RouterContextProvider>,
  request: Request,
  input: { email: string; password: string },
): Promise<AuthResult> {
  const tooMany: AuthResult = { ok: false, field: null, message: tooManyTriesMessage, status: 429 };
  const address = context.get(siteContext).clientAddress;
  if (!(await mayTry(context, { "login-address": address }))) return tooMany;
  const email = emailKey(input.email);
  const result = await withinLimits(
    context,
    { "login-pair": `${email} ${address}`, "login-email": email },
    () => checkLogin(context, request, input),
    (outcome) => !outcome.ok && outcome.status === 400,
  );
  return result ?? tooMany;
}

async function checkLogin(
  context: Readonly<RouterContextProvider>,
  request: Request,
  input: { email: string; password: string },
): Promise<AuthResult> {
  try {
    const { headers } = await context.get(identityContext).auth.api.signInEmail({
      body: input,
      headers: request.headers,
      returnHeaders: true,
    });
    return { ok: true, headers };
  } catch (error) {
    const isRefusal = errorCode(error) === "INVALID_EMAIL_OR_PASSWORD";
    // Not known: it may have failed because the account was deleted at the same moment.
    const isKnown = await emailExists(context, input.email).catch(() => true);
    if (!isKnown) return refused("email", "Usuario não encontrado.");
    return isRefusal
      ? refused("password", "Senha incorreta.")
      : failed(context, error, "Ocorreu um erro, por favor tente mais tarde.");
  }
}

/** Ends the session of a request; gives the headers that clear its cookie. */
export async function logOut(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<Headers> {
  const { headers } = await context.get(identityContext).auth.api.signOut({
    headers: request.headers,
    returnHeaders: true,
  });
  return headers;
}

function refused(field: "email" | "password", message: string): AuthResult {
  return { ok: false, field, message, status: 400 };
}

/** A fault of ours: logged, and told in the form in the words of spec §8. */
function failed(
  context: Readonly<RouterContextProvider>,
  error: unknown,
  message: string,
): AuthResult {
  context.get(siteContext).log.error({ err: error }, "identity failed");
  return { ok: false, field: null, message, status: 503 };
}

function errorCode(error: unknown): string {
  return error instanceof APIError ? String(error.body?.code ?? "") : "";
}

async function emailExists(
  context: Readonly<RouterContextProvider>,
  email: string,
): Promise<boolean> {
  const found = await context
    .get(siteContext)
    .db.select({ id: users.id })
    .from(users)
    .where(eq(users.email, emailKey(email)));
  return found.length > 0;
}
