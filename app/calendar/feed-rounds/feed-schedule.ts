const hourMs = 3_600_000;
const longestWaitHours = 24;
/** Each wait is up to this much longer, as a share of it, so that feeds spread over the hour. */
const jitter = 0.1;

/** The outcome of a reading, as far as it decides when the next one is due. */
export interface ReadingOutcome {
  now: Date;
  /** Readings that failed in a row, this one included; 0 after a success. */
  failures: number;
  /** How long the server asked to be left alone, in ms. */
  retryAfterMs: number | null;
  /** From 0 up to 1. */
  random: number;
}

/** When to read a feed again: hourly, after failures in 1, 2, 4 … 24 hours. */
export function nextReadingAt({ now, failures, retryAfterMs, random }: ReadingOutcome): Date {
  const hours = Math.min(2 ** Math.max(failures - 1, 0), longestWaitHours);
  const waitMs = Math.max(hours * hourMs, retryAfterMs ?? 0);
  return new Date(now.getTime() + waitMs * (1 + jitter * random));
}

/**
 * Whether the next reading has to ask for the whole copy. "Not modified" says nothing about the
 * nights that have since come within 24 months: a block without end, a series.
 */
export function needsWholeCopy(lastCopyAt: Date, now: Date): boolean {
  return now.getTime() - lastCopyAt.getTime() >= 24 * hourMs;
}

/** A feed that has come without any night to come, after copies that had some. */
export interface EmptyHold {
  since: Date;
  /** Good readings without a night, "not modified" among them. */
  readings: number;
}

const readingsToBelieve = 3;
const hoursToBelieve = 24;

/**
 * Decides whether a good copy replaces the feed's nights. A copy without nights, after one that had
 * some, is held, because sites do send empty calendars by mistake: it counts after three readings
 * and 24 hours, or once the owner confirms it. Returns the hold to store, or null if the copy counts.
 * While a copy is held, pass "not modified" as another empty copy.
 */
export function holdEmptied(
  copy: { isEmpty: boolean },
  feed: { hasNightsToCome: boolean; hold: EmptyHold | null },
  now: Date,
): EmptyHold | null {
  if (!copy.isEmpty || !feed.hasNightsToCome) return null;
  const { since, readings } = feed.hold ?? { since: now, readings: 0 };
  const hold = { since, readings: readings + 1 };
  const isOldEnough = now.getTime() - since.getTime() >= hoursToBelieve * hourMs;
  return hold.readings >= readingsToBelieve && isOldEnough ? null : hold;
}
