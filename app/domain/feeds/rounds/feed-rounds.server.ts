import { setTimeout as delay } from "node:timers/promises";
import { and, eq, lte, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { feeds } from "../../../platform/db/calendar-schema.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { createRounds, type Rounds } from "../../../platform/web/watch/rounds.server.ts";
import { today } from "../../calendar/civil-date.ts";
import type { CalendarFeeds } from "../calendar-feeds.server.ts";
import { withFeedHost } from "./feed-hosts.server.ts";
import { claimFeed, hostOfFeed, readClaimed } from "./feed-store.server.ts";

const hostsAtOnce = 4;
/** Pause between two feeds of one host, so that requests of waiting owners get a turn. */
const pauseMs = 1_000;

/** Reads due feeds, one at a time per host across all sites. */
export function createFeedRounds(db: Db, calendarFeeds: CalendarFeeds, log: Logger): Rounds {
  const busy = new Map<string, Promise<void>>();

  async function readDueHosts(signal: AbortSignal): Promise<null> {
    for (const host of await listDueHosts(db)) {
      if (signal.aborted || busy.size >= hostsAtOnce) break;
      if (busy.has(host)) continue;
      busy.set(
        host,
        readHost(host, signal).finally(() => busy.delete(host)),
      );
    }
    return null;
  }

  async function readHost(host: string, signal: AbortSignal): Promise<void> {
    const isDue = and(eq(hostOfFeed, host), lte(feeds.nextReadingAt, sql`now()`));
    try {
      while (!signal.aborted) {
        const feed = await withFeedHost(db, host, 0, async () => {
          const claimed = await claimFeed(db, isDue, today());
          if (claimed) await readClaimed({ db, calendarFeeds, log }, claimed, { signal });
          return claimed;
        });
        if (!feed) break;
        await delay(pauseMs, undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, host }, "calendar feeds not read");
    }
  }

  const rounds = createRounds(readDueHosts, {
    everyMs: 5_000,
    log,
    failure: "due calendar feeds unavailable",
  });
  return {
    start: rounds.start,
    async stop() {
      await rounds.stop();
      await Promise.allSettled(busy.values());
    },
  };
}

async function listDueHosts(db: Db): Promise<string[]> {
  const rows = await db
    .select({ host: hostOfFeed })
    .from(feeds)
    .where(lte(feeds.nextReadingAt, sql`now()`))
    .groupBy(hostOfFeed)
    .orderBy(sql`min(${feeds.nextReadingAt})`)
    .limit(100);
  return rows.map(({ host }) => host);
}
