import { createContext } from "react-router";
import { createSharedQueue } from "../../platform/web/shared-queue.server.ts";
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

export interface CalendarFeeds {
  /** The address within what was typed; null if it may not be fetched. */
  parseAddress: (text: string) => URL | null;
  /** Throws the signal's reason, and our own errors. */
  read: (
    address: string,
    options: ReadOptions & { validators?: Validators | null; signal?: AbortSignal },
  ) => Promise<FeedReading>;
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
  /** A page that says to the operators of other sites who we are. */
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
      const copy = await fetching(listingId, () =>
        fetchFeed(address, {
          allowedHosts,
          userAgent,
          validators,
          signal,
          limits: limits.fetching,
        }),
      );
      if (!copy.ok || !copy.isModified) return copy;
      const read = await reading(listingId, () =>
        readFeed(programDir, copy.bytes, options, { limits: limits.reading, signal }),
      );
      return read.ok
        ? { ...read, isModified: true, validators: copy.validators }
        : { ...read, retryAfterMs: null };
    },
  };
}
