import { expect, test } from "vitest";
import {
  isRetryable,
  nextChunkBytes,
  retryDelay,
  type UploadErrorKind,
  uploadError,
  uploadErrorOf,
} from "./upload-requests.ts";

test.each<[number | null, UploadErrorKind]>([
  [null, "unknown"],
  [500, "unknown"],
  [400, "invalid-argument"],
  [401, "unauthenticated"],
  [402, "quota-exceeded"],
  [403, "unauthorized"],
  [404, "object-not-found"],
  [410, "object-not-found"],
  [413, "invalid-argument"],
  [415, "invalid-argument"],
  [422, "invalid-argument"],
])("status %s is %s", (status, kind) => {
  expect(uploadErrorOf(status, "")).toEqual(uploadError(kind));
});

test("errors use the server's sentence if it is meant for people", () => {
  expect(uploadErrorOf(422, "Foto estragada.\n").message).toBe("Foto estragada.");
  expect(uploadErrorOf(404, "<html>")).toEqual(uploadError("object-not-found"));
  expect(uploadErrorOf(402, "x".repeat(301))).toEqual(uploadError("quota-exceeded"));
  expect(uploadErrorOf(500, "Algo deu errado.")).toEqual(uploadError("unknown"));
  expect(uploadErrorOf(503, "no healthy upstream")).toEqual(uploadError("unknown"));
  const full = "Erro ao fazer o upload da imagem: o site está sem espaço.";
  expect(uploadErrorOf(503, full).message).toBe(full);
});

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
