import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { RouterContextProvider } from "react-router";
import type { Db } from "../db/client.server.ts";
import { refuse } from "./refusal.ts";
import { siteContext } from "./site.server.ts";

/** The refusal of a command that was tried too often; answered with 429. */
export const tooManyTries = refuse(
  "too-many-tries",
  "Muitas tentativas em pouco tempo. Espere alguns minutos e tente de novo.",
);

/** The refusal of another letter to a mailbox that got several; answered with 429. */
export const tooManyLetters = refuse(
  "too-many-letters",
  "Já enviamos vários e-mails para este endereço. Procure na caixa de entrada e no spam, ou tente de novo daqui a uma hora.",
);

const quarterHour = 15 * 60;
const hour = 60 * 60;

/**
 * How often something may be done in so many seconds. Where a stranger could use up what an owner
 * needs, the low limit is by e-mail and network address together (`-pair`); the one by e-mail alone
 * is so high that it takes many networks to reach it.
 */
const limits = {
  "login-address": { points: 50, duration: quarterHour },
  // Only logins that failed.
  "login-pair": { points: 10, duration: quarterHour },
  "login-email": { points: 100, duration: quarterHour },
  "signup-address": { points: 20, duration: hour },
  "reset-address": { points: 20, duration: hour },
  "password-user": { points: 10, duration: quarterHour },
  "email-change-user": { points: 5, duration: hour },
  // Letters that anyone may have sent to an e-mail. A reset's link outlives the hour in which no
  // further one is sent, so a refused owner has a good link in the mailbox.
  "letter-pair": { points: 3, duration: hour },
  "letter-email": { points: 10, duration: hour },
  // Letters that take the password of the account; no stranger uses these up.
  "notice-email": { points: 10, duration: hour },
  "download-user": { points: 5, duration: hour },
  "message-address": { points: 10, duration: hour },
  // Megapixels: twelve ads an hour with ten 12-megapixel photos each.
  "decoding-user": { points: 1_500, duration: hour },
  "vitals-address": { points: 600, duration: hour },
} as const;

type Limit = keyof typeof limits;

/** Counts what is done, in PostgreSQL: the counts survive a restart and hold for all sites. */
export type RateLimits = Record<Limit, RateLimiterPostgres>;

/** The limits of a site; `factor` multiplies each (RATE_LIMIT_FACTOR). */
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

/**
 * Counts one try against each limit named; gives whether all allow it. Where one does not, none of
 * the others counts the try.
 */
export async function mayTry(
  context: Readonly<RouterContextProvider>,
  tries: Tries,
): Promise<boolean> {
  const all = context.get(siteContext).rateLimits;
  const counted: Tries = {};
  for (const [limit, key] of Object.entries(tries) as [Limit, string][]) {
    try {
      await all[limit].consume(key);
      counted[limit] = key;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      await takeBack(context, counted);
      return false;
    }
  }
  return true;
}

/**
 * Runs a command as one try against each limit named, and takes the try back where the command
 * throws or its result does not count. Gives null, without running it, where a limit is reached.
 */
export async function withinLimits<Result>(
  context: Readonly<RouterContextProvider>,
  tries: Tries,
  command: () => Promise<Result>,
  counts: (result: Result) => boolean,
): Promise<Result | null> {
  // Counted beforehand: tries at the same moment must not all find the limit unreached.
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

/** A letter that anyone may have sent to `email`, as one try. */
export function letterTries(context: Readonly<RouterContextProvider>, email: string): Tries {
  return {
    "letter-pair": `${email} ${context.get(siteContext).clientAddress}`,
    "letter-email": email,
  };
}

/**
 * Spends points of a limit and gives 0, or spends nothing and gives the seconds until they may be
 * there again.
 */
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
