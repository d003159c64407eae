import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { RouterContextProvider } from "react-router";
import type { Db } from "../db/client.server.ts";
import { refuse } from "./refusal.ts";
import { type RequestSite, siteContext } from "./site.server.ts";
import { logSecurity } from "./watch/security-log.server.ts";

export const tooManyTries = refuse(
  "too-many-tries",
  "Muitas tentativas em pouco tempo. Espere alguns minutos e tente de novo.",
);

export const tooManyEdits = refuse(
  "too-many-tries",
  "Você já salvou muitas mudanças nesta hora. Espere alguns minutos e salve de novo.",
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
  // Pages that offer a passkey; several people may share an address.
  "passkey-address": { points: 300, duration: quarterHour },
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
  // Per list, whoever it is: twice a full group, and every ad put in and out a few times.
  "list-join-list": { points: 80, duration: hour },
  "list-edit-list": { points: 200, duration: hour },
  // Megapixels: twelve ads an hour with ten 12-megapixel photos each.
  "decoding-user": { points: 1_500, duration: hour },
  "vitals-address": { points: 600, duration: hour },
  "draft-user": { points: 1_000, duration: hour },
  // Each may draw a share card.
  "edit-user": { points: 60, duration: hour },
  "feed-connect-user": { points: 20, duration: hour },
  "feed-sync-listing": { points: 1, duration: 5 * 60 },
  // A hundred thousand ads make three files.
  "sitemap-address": { points: 60, duration: hour },
  // Other sites read a listing's calendar every few hours each.
  "calendar-listing": { points: 60, duration: hour },
} as const;

type OwnLimit = keyof typeof limits;
type Limit = OwnLimit | `${OwnLimit}-48`;

/** How often all of an IPv6 /48, which one customer may hold, has the points of a /64. */
const wideFactor = 4;

/** In PostgreSQL, so that they survive restarts and hold across sites. */
export type RateLimits = Record<Limit, RateLimiterPostgres>;

/** `factor` multiplies each limit (RATE_LIMIT_FACTOR). */
export function createRateLimits(db: Db, factor: number): RateLimits {
  const createLimiter = (keyPrefix: string, points: number, duration: number) => [
    keyPrefix,
    new RateLimiterPostgres({
      storeClient: db.$client,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix,
      points,
      duration,
    }),
  ];
  const entries = Object.entries(limits).flatMap(([name, { points, duration }]) => {
    const most = Math.max(1, Math.round(points * factor));
    return [
      createLimiter(name, most, duration),
      createLimiter(`${name}-48`, most * wideFactor, duration),
    ];
  });
  return Object.fromEntries(entries) as RateLimits;
}

export type LimitedSite = Pick<RequestSite, "rateLimits" | "log">;

/** The /48 of a counted address such as "2001:db8:1:2::/64", also within a key; others stay. */
export function wideNetwork(key: string): string {
  return key.replace(/:[0-9a-f]+::\/64$/, "::/48");
}

type Counter = [limiter: RateLimiterPostgres, key: string];

function countersOf(all: RateLimits, limit: Limit, key: string): Counter[] {
  const own: Counter = [all[limit], key];
  const wide = wideNetwork(key);
  return wide === key ? [own] : [own, [all[`${limit as OwnLimit}-48`], wide]];
}

type Tries = Partial<Record<Limit, string>>;

/** Counts an attempt against every limit named, or, if any is reached, against none. */
export async function mayTry(
  context: Readonly<RouterContextProvider>,
  tries: Tries,
): Promise<boolean> {
  const { log } = context.get(siteContext);
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
  const all = context.get(siteContext).rateLimits;
  return (Object.entries(tries) as [Limit, string][]).flatMap(([limit, key]) =>
    countersOf(all, limit, key),
  );
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
  // Counted in advance, so that concurrent attempts can't all pass.
  if (!(await mayTry(context, tries))) return null;
  let isCounted = false;
  try {
    const result = await command();
    isCounted = counts(result);
    return result;
  } finally {
    if (!isCounted) await takeBack(listCounters(context, tries));
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
  { rateLimits, log }: LimitedSite,
  limit: OwnLimit,
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
