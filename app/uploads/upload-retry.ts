/** How long an upload is retried without progress, in ms (spec §9). */
export const uploadRetryLimit = 600_000;

/** In bytes (spec §9). */
const maxChunkBytes = 33_554_432;

/**
 * The wait before a retry, in ms: 1, 2, 4 … up to 64 s, half of it random, so that many clients do
 * not return at once (spec §9). `attempt` counts from 0, `random` is in [0, 1).
 */
export function retryDelay(attempt: number, random: number): number {
  return Math.min(2 ** attempt, 64) * 1000 * (0.5 + random / 2);
}

/** The size of the next chunk, in bytes (spec §9). */
export function nextChunkBytes(chunkBytes: number): number {
  return Math.min(chunkBytes * 2, maxChunkBytes);
}

/**
 * Whether to retry after this status: no response (null), 5xx, 408, 429 (spec §8). 409 and 423 belong
 * to the upload protocol: the server is still handling the last request. If `retryAfterSeconds` (the
 * Retry-After header) is beyond the retry limit, no retry can succeed.
 */
export function isRetryable(status: number | null, retryAfterSeconds = 0): boolean {
  if (retryAfterSeconds * 1000 > uploadRetryLimit) return false;
  return status === null || status >= 500 || [408, 409, 423, 429].includes(status);
}
