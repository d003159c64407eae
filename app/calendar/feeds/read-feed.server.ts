import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type FeedRefusal, refuseFeed } from "./feed-problems.ts";
import type { FeedNights, ReadOptions } from "./read-nights.server.ts";

/** A reading that takes more is stopped. Feeds within the other limits need a third of it. */
export const readLimits = { ms: 10_000, heapMb: 256 };

export type ReadLimits = typeof readLimits;

/**
 * Reads which nights a calendar file takes, in a thread of its own, which is stopped if the file
 * takes too long or too much memory. Throws the signal's reason.
 *
 * Node runs the thread from the program's own source, in development, in tests and when built:
 * `programDir` is the folder above `app`.
 */
export async function readFeed(
  programDir: string,
  bytes: Uint8Array,
  options: ReadOptions,
  { limits, signal }: { limits: ReadLimits; signal?: AbortSignal },
): Promise<FeedNights | FeedRefusal> {
  signal?.throwIfAborted();
  const worker = new Worker(join(programDir, "app/calendar/feeds/feed-worker.server.ts"), {
    workerData: { bytes, options },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    // The thread needs neither the flags of this process nor its secrets.
    execArgv: [],
    env: { NODE_ENV: "production" },
  });
  const { promise, resolve, reject } = Promise.withResolvers<FeedNights | FeedRefusal>();
  const timer = setTimeout(() => resolve(refuseFeed("tooSlow")), limits.ms);
  worker.once("message", resolve);
  worker.once("error", (error: NodeJS.ErrnoException) =>
    error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve(refuseFeed("tooLarge")) : reject(error),
  );
  worker.once("exit", (code) => reject(new Error(`feed reader ended with ${code}`)));
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    await worker.terminate();
  }
}
