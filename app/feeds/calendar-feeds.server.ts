import { createContext } from "react-router";
import type { FairQueue } from "../site/fair-queue.ts";
import { createSharedQueue } from "../site/shared-queue.server.ts";
import { type AllowedHosts, findFeedAddress, parseFeedAddress } from "./feed-address.ts";
import {
  type FetchLimits,
  type FetchRefusal,
  fetchFeed,
  fetchLimits,
  type Validators,
} from "./fetching/fetch-feed.server.ts";
import { type ReadLimits, readFeed, readLimits } from "./reading/read-feed.server.ts";
import type { FeedNights, ReadOptions } from "./reading/read-nights.server.ts";

export type FeedReading =
  | (FeedNights & { isModified: true; validators: Validators })
  | { ok: true; isModified: false }
  | FetchRefusal;

/** The time that fetching and reading took, without waiting for other feeds' turns. */
export type TimedReading = FeedReading & { workMs: number };

export interface CalendarFeeds {
  /** The address within what was typed; null if it may not be fetched. */
  parseAddress: (text: string) => URL | null;
  /** Throws the signal's reason, and our own errors. */
  read: (
    address: string,
    options: ReadOptions & { validators?: Validators | null; signal?: AbortSignal },
  ) => Promise<TimedReading>;
}

export const calendarFeedsContext = createContext<CalendarFeeds>();

const fetchesAtOnce = 8;
/** Each may take 256 MB and a core for some seconds. */
const readingsAtOnce = 2;

export interface FeedLimits {
  fetching: FetchLimits;
  reading: ReadLimits;
}

export const feedLimits: FeedLimits = { fetching: fetchLimits, reading: readLimits };

export interface CalendarFeedsOptions {
  /** The folder above `app`. */
  programDir: string;
  allowedHosts: AllowedHosts;
  /** A page that tells the operators of other sites who we are. */
  helpAddress: string;
  limits: FeedLimits;
}

export function createCalendarFeeds({
  programDir,
  allowedHosts,
  helpAddress,
  limits,
}: CalendarFeedsOptions): CalendarFeeds {
  const userAgent = `MarDeMinas/1.0 (+${helpAddress})`;
  // Listings take turns, so that slow feeds of one don't delay the others.
  const fetching = createSharedQueue("fetching feeds", fetchesAtOnce);
  const reading = createSharedQueue("reading feeds", readingsAtOnce);
  return {
    parseAddress: (text) => parseFeedAddress(findFeedAddress(text), allowedHosts),
    async read(address, { validators, signal, ...options }) {
      const { listingId } = options;
      const fetched = await takeTimedTurn(fetching, listingId, () =>
        fetchFeed(address, {
          allowedHosts,
          userAgent,
          validators,
          signal,
          limits: limits.fetching,
        }),
      );
      const copy = fetched.result;
      if (!copy.ok || !copy.isModified) return { ...copy, workMs: fetched.workMs };
      const read = await takeTimedTurn(reading, listingId, () =>
        readFeed(programDir, copy.bytes, options, { limits: limits.reading, signal }),
      );
      const nights = read.result;
      const workMs = fetched.workMs + read.workMs;
      return nights.ok
        ? { ...nights, isModified: true, validators: copy.validators, workMs }
        : { ...nights, retryAfterMs: null, workMs };
    },
  };
}

function takeTimedTurn<Result>(
  queue: FairQueue,
  party: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; workMs: number }> {
  return queue(party, async () => {
    const begun = performance.now();
    const result = await work();
    return { result, workMs: performance.now() - begun };
  });
}
