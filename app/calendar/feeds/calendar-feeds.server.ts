import { createContext } from "react-router";
import { createFairQueue } from "../../site/fair-queue.ts";
import { type AllowedHosts, parseFeedAddress } from "./feed-address.ts";
import { type FetchRefusal, fetchFeed, type Validators } from "./fetch-feed.server.ts";
import { readFeed } from "./read-feed.server.ts";
import type { FeedNights, ReadOptions } from "./read-nights.server.ts";

/** The outcome of reading a feed: its nights, no change since the last copy, or a refusal. */
export type FeedReading =
  | (FeedNights & { isModified: true; validators: Validators })
  | { ok: true; isModified: false }
  | FetchRefusal;

/** Reads the calendar feeds of other sites. */
export interface CalendarFeeds {
  /** A feed's address as typed; null if it may not be fetched. */
  parseAddress: (text: string) => URL | null;
  /**
   * Fetches a feed and reads its nights. Throws the signal's reason, and errors of our own making.
   */
  read: (
    address: string,
    options: ReadOptions & { validators?: Validators | null; signal?: AbortSignal },
  ) => Promise<FeedReading>;
}

export const calendarFeedsContext = createContext<CalendarFeeds>();

const fetchesAtOnce = 8;
/** Each may take 256 MB and a core for some seconds. */
const readingsAtOnce = 2;

/**
 * Creates the reader of other sites' feeds. `programDir` is where the program's own files are;
 * `helpAddress` is a page that tells their operators who we are.
 */
export function createCalendarFeeds(
  programDir: string,
  allowedHosts: AllowedHosts,
  helpAddress: string,
): CalendarFeeds {
  const userAgent = `MarDeMinas/1.0 (+${helpAddress})`;
  // Listings take turns, so that one with slow feeds does not hold up the others.
  const fetching = createFairQueue(fetchesAtOnce);
  const reading = createFairQueue(readingsAtOnce);
  return {
    parseAddress: (text) => parseFeedAddress(text, allowedHosts),
    async read(address, { validators, signal, ...options }) {
      const copy = await fetching(options.listingId, () =>
        fetchFeed(address, { allowedHosts, userAgent, validators, signal }),
      );
      if (!copy.ok || !copy.isModified) return copy;
      const nights = await reading(options.listingId, () =>
        readFeed(programDir, copy.bytes, options, { signal }),
      );
      return nights.ok
        ? { ...nights, isModified: true, validators: copy.validators }
        : { ...nights, retryAfterMs: null };
    },
  };
}
