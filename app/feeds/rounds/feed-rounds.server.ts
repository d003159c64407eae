import { setTimeout as delay } from "node:timers/promises";
import { and, eq, lte, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { today } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import type { Db } from "../../db/client.server.ts";
import type { CalendarFeeds, FeedReading } from "../calendar-feeds.server.ts";
import { refuseFeed } from "../feed-problems.ts";
import { withFeedHost } from "./feed-hosts.server.ts";
import { needsWholeCopy } from "./feed-schedule.ts";
import {
  type ClaimedFeed,
  claimFeed,
  hostOfFeed,
  releaseFeed,
  storeReading,
} from "./feed-store.server.ts";

const hostsAtOnce = 4;
/** Between two feeds of one host, so that requests of waiting owners get a turn. */
const pauseMs = 1_000;

export interface FeedRounds {
  start: (everyMs?: number) => void;
  stop: () => Promise<void>;
}

/** Reads due feeds, one at a time per host across all sites. */
export function createFeedRounds(db: Db, calendarFeeds: CalendarFeeds, log: Logger): FeedRounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  const busy = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let isOut = false;

  function look(everyMs: number): void {
    round = readDueHosts().finally(() => {
      if (!signal.aborted) timer = setTimeout(look, everyMs, everyMs);
    });
  }

  async function readDueHosts(): Promise<void> {
    try {
      for (const host of await listDueHosts(db)) {
        if (signal.aborted || busy.size >= hostsAtOnce) break;
        if (busy.has(host)) continue;
        busy.set(
          host,
          readHost(host).finally(() => busy.delete(host)),
        );
      }
      isOut = false;
    } catch (error) {
      if (!isOut) log.warn({ err: error }, "due calendar feeds unavailable");
      isOut = true;
    }
  }

  async function readHost(host: string): Promise<void> {
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

  return {
    start: (everyMs = 5_000) => look(everyMs),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
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

/** Returns whether the feed could be read; its host must be held. `isExtra`: it wasn't due yet. */
export async function readClaimed(
  { db, calendarFeeds, log }: { db: Db; calendarFeeds: CalendarFeeds; log: Logger },
  feed: ClaimedFeed,
  { signal, isExtra }: { signal?: AbortSignal; isExtra?: boolean } = {},
): Promise<boolean> {
  const { id, postId: listingId, etag, lastModified, copiedAt } = feed;
  const begun = new Date();
  const tookMs = () => Date.now() - begun.getTime();
  const isWhole = copiedAt === null || needsWholeCopy(copiedAt, begun);
  const validators = isWhole ? null : { etag, lastModified };
  let reading: FeedReading;
  try {
    const options = { listingId, today: today(begun), validators, signal };
    reading = await calendarFeeds.read(feed.endereco, options);
    await storeReading(db, feed, reading, { isExtra, tookMs: tookMs() });
  } catch (error) {
    if (signal?.aborted) {
      await releaseFeed(db, feed);
      return false;
    }
    log.error({ err: error, feed: id }, "calendar feed not read");
    const failure = { ...refuseFeed("ours"), retryAfterMs: null };
    await storeReading(db, feed, failure, { isExtra, tookMs: tookMs() });
    return false;
  }
  if (!reading.ok) log.info({ feed: id, problem: reading.reason }, "calendar feed not read");
  return reading.ok;
}
