import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { RouterContextProvider } from "react-router";
import type { Db } from "../db/client.server.ts";
import { refuse } from "./refusal.ts";
import { siteContext } from "./site.server.ts";
import { logSecurity } from "./watch/security-log.server.ts";

export const tooManyTries = refuse(
  "too-many-tries",
  "Muitas tentativas em pouco tempo. Espere alguns minutos e tente de novo.",
);

export const tooManyEmails = refuse(
  "too-many-emails",
  "Já enviamos vários e-mails para este endereço. Procure na caixa de entrada e no spam, ou tente de novo daqui a uma hora.",
);

const quarterHour = 15 * 60;
const hour = 60 * 60;

/** In seconds. Strangers could exhaust a limit per e-mail; `-pair` adds their network address. */
const limits = {
  "login-address": { points: 50, duration: quarterHour },
  // Failed logins only.
  "login-pair": { points: 10, duration: quarterHour },
  "login-email": { points: 100, duration: quarterHour },
  "signup-address": { points: 20, duration: hour },
  "reset-address": { points: 20, duration: hour },
  "password-user": { points: 10, duration: quarterHour },
  "email-change-user": { points: 5, duration: hour },
  // Anyone may trigger these. A reset's link outlives the hour, so a refused owner has a valid one.
  "letter-pair": { points: 3, duration: hour },
  "letter-email": { points: 10, duration: hour },
  // E-mails that need the account's password, so strangers can't exhaust these.
  "notice-email": { points: 10, duration: hour },
  "download-user": { points: 5, duration: hour },
  "message-address": { points: 10, duration: hour },
  "report-address": { points: 10, duration: hour },
  // A group may share one network, and votes on thirty listings each.
  "list-create-address": { points: 30, duration: hour },
  "list-join-address": { points: 60, duration: hour },
  "list-change-address": { points: 1_000, duration: hour },
  // Megapixels: twelve ads an hour with ten 12-megapixel photos each.
  "decoding-user": { points: 1_500, duration: hour },
  "vitals-address": { points: 600, duration: hour },
  "feed-connect-user": { points: 20, duration: hour },
  "feed-sync-listing": { points: 1, duration: 5 * 60 },
  // Other sites read a listing's calendar every few hours each.
  "calendar-listing": { points: 60, duration: hour },
} as const;

type Limit = keyof typeof limits;

/** In PostgreSQL, so that they survive restarts and hold across sites. */
export type RateLimits = Record<Limit, RateLimiterPostgres>;

/** `factor` multiplies each limit (RATE_LIMIT_FACTOR). */
export function createRateLimits(db: Db, factor: number): RateLimits {
  const entries = Object.entries(limits).map(([name, { points, duration }]) => [
    name,
    new RateLimiterPostgres({
      storeClient: db.$client,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: name,
      points: Math.max(1, Math.round(points * factor)),
      duration,
    }),
  ]);
  return Object.fromEntries(entries) as RateLimits;
}

type Tries = Partial<Record<Limit, string>>;

/** Counts an attempt against every limit named, or, if any is reached, against none. */
export async function mayTry(
  context: Readonly<RouterContextProvider>,
  tries: Tries,
): Promise<boolean> {
  const { rateLimits: all, log } = context.get(siteContext);
  const counted: Tries = {};
  for (const [limit, key] of Object.entries(tries) as [Limit, string][]) {
    try {
      await all[limit].consume(key);
      counted[limit] = key;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      logSecurity(log, "limit-reached", { limit });
      await takeBack(context, counted);
      return false;
    }
  }
  return true;
}

/** Null, without running the command, if a limit is reached. Refunds attempts that don't count. */
export async function withinLimits<Result>(
  context: Readonly<RouterContextProvider>,
  tries: Tries,
  command: () => Promise<Result>,
  counts: (result: Result) => boolean,
): Promise<Result | null> {
  // Counted in advance, so that concurrent attempts can't all pass.
  if (!(await mayTry(context, tries))) return null;
  let isCounted = false;
  try {
    const result = await command();
    isCounted = counts(result);
    return result;
  } finally {
    if (!isCounted) await takeBack(context, tries);
  }
}

async function takeBack(context: Readonly<RouterContextProvider>, tries: Tries): Promise<void> {
  const all = context.get(siteContext).rateLimits;
  for (const [limit, key] of Object.entries(tries) as [Limit, string][]) {
    await all[limit].reward(key);
  }
}

export function emailTries(context: Readonly<RouterContextProvider>, email: string): Tries {
  return {
    "letter-pair": `${email} ${context.get(siteContext).clientAddress}`,
    "letter-email": email,
  };
}

/** Spends points and returns 0, or spends none and returns the seconds to wait. */
export async function spendPoints(
  limits: RateLimits,
  limit: Limit,
  key: string,
  points: number,
): Promise<number> {
  try {
    await limits[limit].consume(key, points);
    return 0;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    await limits[limit].reward(key, points);
    return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  }
}
