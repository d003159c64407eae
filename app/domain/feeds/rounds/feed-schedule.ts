const hourMs = 3_600_000;
const maxWaitHours = 24;
/** Lengthens each wait by up to this share, which spreads feeds over the hour. */
const jitter = 0.1;

export interface ReadingOutcome {
  now: Date;
  failures: number;
  retryAfterMs: number | null;
  random: number;
}

/** Schedules the next reading: hourly; after failures, in 1, 2, 4 … 24 hours. */
export function nextReadingAt(outcome: ReadingOutcome): Date {
  const { now, failures, retryAfterMs, random } = outcome;
  const hours = Math.min(Math.max(2 ** (failures - 1), 1), maxWaitHours);
  const waitMs = Math.max(hours * hourMs, retryAfterMs ?? 0);
  return new Date(now.getTime() + waitMs * (1 + jitter * random));
}

/** "Not modified" hides nights that have since entered the window, such as those of a series. */
export function needsWholeCopy(lastCopyAt: Date, now: Date): boolean {
  return now.getTime() - lastCopyAt.getTime() >= 24 * hourMs;
}

export interface EmptySuspicion {
  since: Date;
  /** Counts "not modified" responses too. */
  readings: number;
}

const readingsToBelieve = 3;
const hoursToBelieve = 24;

/**
 * Other sites sometimes send an empty calendar by mistake: it only replaces the nights after three
 * readings and 24 hours, or once the owner confirms it. Returns the suspicion to store, or null if the
 * copy is believed. Pass "not modified" as another empty copy while one is suspected.
 */
export function suspectEmpty(
  copy: { isEmpty: boolean },
  feed: { hasNightsToCome: boolean; suspicion: EmptySuspicion | null },
  now: Date,
): EmptySuspicion | null {
  if (!copy.isEmpty || !feed.hasNightsToCome) return null;
  const { since, readings } = feed.suspicion ?? { since: now, readings: 0 };
  const suspicion = { since, readings: readings + 1 };
  const isOldEnough = now.getTime() - since.getTime() >= hoursToBelieve * hourMs;
  return suspicion.readings >= readingsToBelieve && isOldEnough ? null : suspicion;
}
