import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { type FeedRefusal, refuseFeed } from "../feed-problems.ts";
import type { FeedNights, ReadOptions } from "./read-nights.server.ts";

/** Feeds within the other limits need a third of this. */
export const readLimits = { ms: 10_000, heapMb: 256 };

export type ReadLimits = typeof readLimits;

/**
 * Reads a feed in a worker thread, which is stopped beyond {@link readLimits}. Throws the signal's
 * reason.
 */
export async function readFeed(
  programDir: string,
  bytes: Uint8Array,
  options: ReadOptions,
  { limits, signal }: { limits: ReadLimits; signal?: AbortSignal },
): Promise<FeedNights | FeedRefusal> {
  signal?.throwIfAborted();
  const worker = new Worker(join(programDir, "app/domain/feeds/reading/feed-worker.server.ts"), {
    workerData: { bytes, options },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    // The thread needs neither this process's flags nor its secrets.
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
