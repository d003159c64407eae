import { describe, expect, test } from "vitest";
import {
  type EmptySuspicion,
  needsWholeCopy,
  nextReadingAt,
  suspectEmpty,
} from "./feed-schedule.ts";

const now = new Date("2026-11-21T12:00:00Z");
const minuteMs = 60_000;

function minutesUntilNext(failures: number, random = 0, retryAfterMs: number | null = null) {
  const next = nextReadingAt({ now, failures, random, retryAfterMs });
  return (next.getTime() - now.getTime()) / minuteMs;
}

test("a feed is read hourly, up to six minutes later", () => {
  expect(minutesUntilNext(0)).toBe(60);
  expect(minutesUntilNext(0, 0.5)).toBe(63);
  expect(minutesUntilNext(0, 0.999)).toBeLessThan(66);
});

test.each([
  [1, 1],
  [2, 2],
  [3, 4],
  [4, 8],
  [5, 16],
  [6, 24],
  [7, 24],
  [2000, 24],
])("after %i failures in a row it is read again in %i hours", (failures, hours) => {
  expect(minutesUntilNext(failures)).toBe(hours * 60);
  expect(minutesUntilNext(failures, 0.5)).toBeCloseTo(hours * 63);
});

test("a longer Retry-After is respected", () => {
  expect(minutesUntilNext(1, 0, 10 * 60 * minuteMs)).toBe(600);
  expect(minutesUntilNext(1, 0, 5 * minuteMs)).toBe(60);
  expect(minutesUntilNext(6, 0, 48 * 60 * minuteMs)).toBe(48 * 60);
});

test("the whole copy is read once a day", () => {
  expect(needsWholeCopy(new Date("2026-11-20T12:00:01Z"), now)).toBe(false);
  expect(needsWholeCopy(new Date("2026-11-20T12:00:00Z"), now)).toBe(true);
});

describe("a copy that has been emptied", () => {
  const some = { isEmpty: false };
  const empty = { isEmpty: true };
  function isSuspectedAfter(copies: [hours: number, copy: { isEmpty: boolean }][]): boolean[] {
    let suspicion: EmptySuspicion | null = null;
    return copies.map(([hours, copy]) => {
      const at = new Date(now.getTime() + hours * 60 * minuteMs);
      suspicion = suspectEmpty(copy, { hasNightsToCome: true, suspicion }, at);
      return suspicion !== null;
    });
  }

  test("counts after 24 hours and three readings", () => {
    const hourly = Array.from({ length: 25 }, (_, hour): [number, typeof empty] => [hour, empty]);
    expect(isSuspectedAfter(hourly)).toEqual([...Array(24).fill(true), false]);
  });

  test("is forgotten when nights come back in between", () => {
    const copies: [number, typeof empty][] = [
      [0, empty],
      [12, some],
      [23, empty],
      [25, empty],
      [26, empty],
    ];
    expect(isSuspectedAfter(copies)).toEqual([true, false, true, true, true]);
  });
});
