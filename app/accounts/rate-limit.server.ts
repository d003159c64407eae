import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { createContext, type RouterContextProvider } from "react-router";
import type { Db } from "../db/client.server.ts";

/** The sentence for who tries too often; answered with 429. */
export const tooManyTriesMessage =
  "Muitas tentativas em pouco tempo. Espere alguns minutos e tente de novo.";

/** What is counted, and how often it may be done in so many seconds. */
const limits = {
  "login-address": { points: 50, duration: 15 * 60 },
  "login-email": { points: 10, duration: 15 * 60 },
  "signup-address": { points: 20, duration: 60 * 60 },
  "reset-address": { points: 20, duration: 60 * 60 },
  "reset-email": { points: 5, duration: 60 * 60 },
  "password-user": { points: 10, duration: 15 * 60 },
  "email-change-user": { points: 5, duration: 60 * 60 },
  "download-user": { points: 5, duration: 60 * 60 },
  "message-address": { points: 10, duration: 60 * 60 },
  "vitals-address": { points: 600, duration: 60 * 60 },
} as const;

export type Limit = keyof typeof limits;

/** Counts what is done, in PostgreSQL: the counts survive a restart and hold for all sites. */
export type RateLimits = Record<Limit, RateLimiterPostgres>;

/** The rate limits, for actions. */
export const rateLimitsContext = createContext<RateLimits>();

/** The address a request comes from. */
export const clientAddressContext = createContext<string>("");

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

/** Counts one try against each limit named; gives whether all allow it. */
export async function mayTry(
  context: Readonly<RouterContextProvider>,
  tries: Partial<Record<Limit, string>>,
): Promise<boolean> {
  const all = context.get(rateLimitsContext);
  try {
    for (const [limit, key] of Object.entries(tries)) await all[limit as Limit].consume(key);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}

/** The address a request comes from, as a key to count by. */
export function clientAddress(context: Readonly<RouterContextProvider>): string {
  return context.get(clientAddressContext);
}
