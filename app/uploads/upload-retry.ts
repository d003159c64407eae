/** For how long an upload that does not advance is tried again, in ms (spec §9). */
export const uploadRetryLimit = 600_000;

/** The largest chunk of a resumable upload, in bytes (spec §9). */
const maxChunkBytes = 33_554_432;

/**
 * The wait before a retry, in ms: 1, 2, 4 … up to 64 s, of which the last half is random, so that
 * many clients do not come back at once (spec §9). `attempt` counts from 0, `random` is in [0, 1).
 */
export function retryDelay(attempt: number, random: number): number {
  return Math.min(2 ** attempt, 64) * 1000 * (0.5 + random / 2);
}

/** The size of the chunk after one of this size, in bytes (spec §9). */
export function nextChunkBytes(chunkBytes: number): number {
  return Math.min(chunkBytes * 2, maxChunkBytes);
}

/**
 * Whether a request with this answer is worth repeating: no answer at all (null), 5xx, 408, 429
 * (spec §8). 409 and 423 are the upload protocol's own: the server still holds the last request.
 * `retryAfterSeconds` is the server's Retry-After: beyond the retry limit no repetition can succeed.
 */
export function isRetryable(status: number | null, retryAfterSeconds = 0): boolean {
  if (retryAfterSeconds * 1000 > uploadRetryLimit) return false;
  return status === null || status >= 500 || [408, 409, 423, 429].includes(status);
}
