import cluster from "node:cluster";
import type { Logger } from "pino";
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Db } from "../../../platform/db/client.server.ts";
import { createRounds } from "../../../platform/web/watch/rounds.server.ts";
import { today } from "../../calendar/civil-date.ts";
import type { Beacon } from "./beacon.server.ts";
import { Tally } from "./tally.ts";
import { addVisits } from "./visits.server.ts";

/** A killed process loses the counts of this long, plus the time it takes to write them. */
const flushMs = 5_000;

/** Counters written by one statement. */
const batch = 1_000;

/**
 * Length in seconds of the window for limits; short, because each address takes memory for as long.
 */
const limitDuration = 10 * 60;
/** Limits per network address, which phones may share: in all, and of one kind about one listing. */
const limits = { address: 120, listing: 20 };

/** Counts in memory, and adds to the database every {@link flushMs}. */
export interface VisitCounter {
  /** Ignores addresses that send too many. */
  count: (beacon: Beacon, address: string) => Promise<void>;
  /** Rejects if the counts can't be written, which then stay in memory. */
  flush: () => Promise<void>;
  start: () => void;
  /** Writes what has been counted. */
  stop: () => Promise<void>;
}

/** `factor` multiplies the limits (RATE_LIMIT_FACTOR). */
export function createVisitCounter(db: Db, log: Logger, factor: number): VisitCounter {
  const tally = new Tally();
  // These count in memory: a query for each visit would cost more than serving the page (decision 014).
  function limiter(name: keyof typeof limits): RateLimiterAbstract {
    const options = {
      keyPrefix: `visits ${name}`,
      points: Math.max(1, Math.round(limits[name] * factor)),
      duration: limitDuration,
    };
    // Workers count in the memory of their supervisor.
    return cluster.isWorker ? new RateLimiterCluster(options) : new RateLimiterMemory(options);
  }
  const byAddress = limiter("address");
  const byListing = limiter("listing");
  let writing: Promise<void> = Promise.resolve();

  /** Puts back what can't be written. */
  async function write(): Promise<void> {
    const counts = tally.take();
    try {
      while (counts.length > 0) {
        await addVisits(db, counts.slice(0, batch));
        counts.splice(0, batch);
      }
    } catch (error) {
      for (const count of counts) tally.add(count);
      throw error;
    }
  }
  function flush(): Promise<void> {
    writing = writing.catch(() => undefined).then(write);
    return writing;
  }
  const failure = "visit counts not written, retrying later";
  const rounds = createRounds(() => flush().then(() => null), {
    firstMs: flushMs,
    everyMs: flushMs,
    log,
    failure,
  });

  return {
    async count({ kind, id }, address) {
      if (!(await isWithin(byAddress, address))) return;
      if (!(await isWithin(byListing, `${address} ${kind} ${id}`))) return;
      tally.add({ postId: id, day: today(), kind, n: 1 });
    },
    flush,
    start: () => rounds.start(),
    async stop() {
      await rounds.stop();
      await flush().catch((error) => log.warn({ err: error }, failure));
    },
  };
}

async function isWithin(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}
