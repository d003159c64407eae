import { expect, test } from "vitest";
import { isRetryable, nextChunkBytes, retryDelay } from "./upload-retry.ts";

test("waits double up to 64 s, the last half at random", () => {
  expect([0, 1, 2, 5, 6, 7, 40].map((attempt) => retryDelay(attempt, 0))).toEqual([
    500, 1000, 2000, 16_000, 32_000, 32_000, 32_000,
  ]);
  expect(retryDelay(0, 0.999_999)).toBeCloseTo(1000, 0);
  expect(retryDelay(9, 0.999_999)).toBeLessThanOrEqual(64_000);
});

test("chunks double up to 33554432 bytes", () => {
  expect(nextChunkBytes(262_144)).toBe(524_288);
  expect(nextChunkBytes(33_554_432)).toBe(33_554_432);
});

test.each([
  [null, true],
  [500, true],
  [503, true],
  [408, true],
  [429, true],
  [423, true],
  [400, false],
  [401, false],
  [403, false],
  [413, false],
  [422, false],
])("status %s is retried: %s", (status, retryable) => {
  expect(isRetryable(status)).toBe(retryable);
});

test("a wait beyond the retry limit is not retried", () => {
  expect(isRetryable(429, 600)).toBe(true);
  expect(isRetryable(429, 601)).toBe(false);
});
