import type { Logger } from "pino";
import {
  type IRateLimiterPostgresOptions,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { createContext, type RouterContextProvider } from "react-router";
import type { Db } from "../db/client.server.ts";
import { refuse } from "./refusal.ts";
import type { AddressHash } from "./site.server.ts";
import { logSecurity } from "./watch/security-log.server.ts";

export const tooManyTries = refuse(
  "too-many-tries",
  "Muitas tentativas em pouco tempo. Espere alguns minutos e tente de novo.",
  { status: 429 },
);

export const quarterHour = 15 * 60;
export const hour = 60 * 60;

/**
 * A limit, which slices declare for themselves. Strangers could exhaust a limit per e-mail: count
 * it with a network address as well.
 */
export interface Limit {
  /** Unique, because counts are stored under it. */
  name: string;
  points: number;
  /** Length of the window in seconds. */
  duration: number;
  /** Counts whole networks, see {@link wide}. */
  isWide?: true;
}

/** An IPv6 /48, which one customer may hold, has this many times the points of a /64. */
const wideFactor = 4;

/** Widens a limit for keys that hide their network, which therefore isn't counted by itself. */
export function wide(limit: Limit): Limit {
  return { ...limit, isWide: true };
}

/** Limiters in PostgreSQL, so that counts survive restarts and hold across sites. */
export type RateLimits = (limit: Limit) => RateLimiterPostgres;

/** Stores no key as it is: they are people's ids, e-mail and network addresses. */
class HashedLimiter extends RateLimiterPostgres {
  readonly #hashAddress: AddressHash;

  constructor(options: IRateLimiterPostgresOptions, hashAddress: AddressHash) {
    super(options);
    this.#hashAddress = hashAddress;
  }

  override getKey(key: string | number): string {
    return super.getKey(this.#hashAddress("limit", String(key)));
  }
}

/** `factor` multiplies each limit (RATE_LIMIT_FACTOR). */
export function createRateLimits(db: Db, factor: number, hashAddress: AddressHash): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();
  return ({ name, points, duration, isWide }) => {
    const keyPrefix = isWide ? `${name}-48` : name;
    const known = limiters.get(keyPrefix);
    if (known) return known;
    const most = Math.max(1, Math.round(points * factor));
    const options = {
      storeClient: db.$client,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix,
      points: isWide ? most * wideFactor : most,
      duration,
    };
    const limiter = new HashedLimiter(options, hashAddress);
    limiters.set(keyPrefix, limiter);
    return limiter;
  };
}

/** The parts of the site that limits need. */
export interface LimitedSite {
  rateLimits: RateLimits;
  log: Logger;
}

export const limitsContext = createContext<LimitedSite>();

/** The /48 of a counted address such as "2001:db8:1:2::/64", also within a key; others stay. */
export function wideNetwork(key: string): string {
  return key.replace(/:[0-9a-f]+::\/64$/, "::/48");
}

type Counter = [limiter: RateLimiterPostgres, key: string];

function countersOf(limiterOf: RateLimits, limit: Limit, key: string): Counter[] {
  const own: Counter = [limiterOf(limit), key];
  const network = wideNetwork(key);
  return network === key ? [own] : [own, [limiterOf(wide(limit)), network]];
}

export type Tries = readonly (readonly [limit: Limit, key: string])[];

/** Counts an attempt against every limit named, or, if any is reached, against none. */
export async function takeTry(
  context: Readonly<RouterContextProvider>,
  tries: Tries,
): Promise<boolean> {
  const { log } = context.get(limitsContext);
  const counted: Counter[] = [];
  for (const counter of listCounters(context, tries)) {
    const [limiter, key] = counter;
    try {
      await limiter.consume(key);
      counted.push(counter);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      logSecurity(log, "limit-reached", { limit: limiter.keyPrefix });
      await takeBack(counted);
      return false;
    }
  }
  return true;
}

function listCounters(context: Readonly<RouterContextProvider>, tries: Tries): Counter[] {
  const { rateLimits } = context.get(limitsContext);
  return tries.flatMap(([limit, key]) => countersOf(rateLimits, limit, key));
}

async function takeBack(counted: readonly Counter[], points = 1): Promise<void> {
  for (const [limiter, key] of counted) await limiter.reward(key, points);
}

/** Null, without running the command, if a limit is reached. Refunds attempts that don't count. */
export async function withinLimits<Result>(
  context: Readonly<RouterContextProvider>,
  tries: Tries,
  command: () => Promise<Result>,
  counts: (result: Result) => boolean,
): Promise<Result | null> {
  // The attempt is counted in advance, so that concurrent ones can't all pass.
  if (!(await takeTry(context, tries))) return null;
  let isCounted = false;
  try {
    const result = await command();
    isCounted = counts(result);
    return result;
  } finally {
    if (!isCounted) await takeBack(listCounters(context, tries));
  }
}

/** Spends points and returns 0, or spends none and returns the seconds to wait. */
export async function spendPoints(
  { rateLimits, log }: LimitedSite,
  limit: Limit,
  key: string,
  points: number,
): Promise<number> {
  const spent: Counter[] = [];
  for (const counter of countersOf(rateLimits, limit, key)) {
    spent.push(counter);
    try {
      await counter[0].consume(counter[1], points);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      logSecurity(log, "limit-reached", { limit: counter[0].keyPrefix });
      await takeBack(spent, points);
      return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    }
  }
  return 0;
}
