/** Milliseconds without progress before an upload gives up (spec §9). */
export const uploadRetryLimit = 600_000;

/** The limit of spec §9. */
const maxChunkBytes = 33_554_432;

/** Waits 1, 2, 4 … 64 s (spec §9), half of it random, so that many clients don't return at once. */
export function retryDelay(attempt: number, random: number): number {
  return Math.min(2 ** attempt, 64) * 1000 * (0.5 + random / 2);
}

/** The growth of chunks in spec §9. */
export function nextChunkBytes(chunkBytes: number): number {
  return Math.min(chunkBytes * 2, maxChunkBytes);
}

/**
 * Retries without a response (null) and after 5xx, 408 and 429 (spec §8), and after 409 and 423,
 * when the server is still handling the last request. A `retryAfterSeconds` beyond the retry limit
 * is final.
 */
export function isRetryable(status: number | null, retryAfterSeconds = 0): boolean {
  if (retryAfterSeconds * 1000 > uploadRetryLimit) return false;
  return status === null || status >= 500 || [408, 409, 423, 429].includes(status);
}
