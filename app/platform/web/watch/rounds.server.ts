import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

export interface Rounds {
  start: (everyMs?: number) => void;
  /** Waits for the round in progress. */
  stop: () => Promise<void>;
}

interface RoundOptions {
  /** Time from the start to the first round. */
  firstMs?: number;
  /** Time from the end of a round to the next. */
  everyMs: number;
  log: Logger;
  /** Message logged when a round fails after one that didn't. */
  failure: string;
}

/**
 * Repeats `work` until stopped, one round at a time, whatever becomes of a round. `work` may return how
 * many ms to wait for the next one; null means `everyMs`.
 */
export function createRounds(
  work: (signal: AbortSignal) => Promise<number | null>,
  { firstMs = 0, everyMs, log, failure }: RoundOptions,
): Rounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;

  async function repeat(usualMs: number): Promise<void> {
    let waitMs = firstMs;
    let isFailing = false;
    while (await delay(waitMs, true, { signal }).catch(() => false)) {
      try {
        waitMs = (await work(signal)) ?? usualMs;
        isFailing = false;
      } catch (error) {
        waitMs = usualMs;
        if (!isFailing && !signal.aborted) log.warn({ err: error }, failure);
        isFailing = true;
      }
    }
  }

  return {
    start(usualMs = everyMs) {
      running = repeat(usualMs);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
